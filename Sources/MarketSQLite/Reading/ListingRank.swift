internal import GRDB
internal import MarketModels

/// Finds the product at any place of the whole list by descending through the counts of `listing_rank`, of which each
/// scope has its own.
///
/// On each level some 16 rows are read, and never more than 32, wherever the place is, because the search begins at the
/// nearer end; the highest level has one row for each million ids ever given.
struct ListingRank {
    /// A run of ids with the number of products that live in it, and the place in it that is looked for, counted from
    /// its newest product.
    private struct Stretch {
        var ids: ClosedRange<Int64>
        var live: Int64
        var place: Int64

        var isNearerToNewest: Bool { place <= live / 2 }
    }

    private static let levels: Int64 = 4
    private static let branching: Int64 = 32

    /// The statements of one scope, written once.
    private struct Statements {
        static let all = Statements(counts: "live", products: "product WHERE")
        static let wonAndDollar = Statements(
            counts: "krw_usd",
            products: "product INDEXED BY product_krw_usd WHERE currency IN ('KRW', 'USD') AND"
        )

        let nodesFromNewest: String
        let nodesFromOldest: String
        let idFromNewest: String
        let idFromOldest: String

        private init(counts: String, products: String) {
            let nodes = "SELECT node, \(counts) FROM listing_rank WHERE level = ?1 AND node BETWEEN ?2 AND ?3"
            nodesFromNewest = nodes + " ORDER BY node DESC"
            nodesFromOldest = nodes + " ORDER BY node"
            let ids = "SELECT id FROM \(products) id BETWEEN ?1 AND ?2"
            idFromNewest = ids + " ORDER BY id DESC LIMIT 1 OFFSET ?3"
            idFromOldest = ids + " ORDER BY id LIMIT 1 OFFSET ?3"
        }
    }

    private let database: Database
    private let statements: Statements

    init(database: Database, scope: CurrencyScope) {
        self.database = database
        statements =
            switch scope {
            case .all: .all
            case .wonAndDollar: .wonAndDollar
            }
    }

    /// The id of the product that has `place` newer ones in the scope.
    ///
    /// - Parameter total: the number of all products of the scope, above `place`.
    func id(atPlaceFromNewest place: Int64, of total: Int64) throws -> Int64 {
        var stretch = Stretch(ids: 0...Int64.max, live: total, place: place)
        for level in (1...Self.levels).reversed() {
            stretch = try node(on: level, in: stretch)
        }
        // Below level 1 the nodes are the products themselves.
        let fromNewest = stretch.isNearerToNewest
        let id = try database.firstRow(
            fromNewest ? statements.idFromNewest : statements.idFromOldest,
            stretch.ids.lowerBound,
            stretch.ids.upperBound,
            fromNewest ? stretch.place : stretch.live - 1 - stretch.place
        ) { try $0.positive(0) }
        guard let id else { throw miscounted(place) }
        return id
    }

    /// The ids of the node that holds the place. The ids of the given stretch are nodes of this level.
    private func node(on level: Int64, in stretch: Stretch) throws -> Stretch {
        let fromNewest = stretch.isNearerToNewest
        var remaining = fromNewest ? stretch.place : stretch.live - 1 - stretch.place
        var found: Stretch?
        try database.forEachRow(
            fromNewest ? statements.nodesFromNewest : statements.nodesFromOldest,
            level,
            stretch.ids.lowerBound,
            stretch.ids.upperBound
        ) { row in
            let live = try row.count(1)
            guard remaining < live else {
                remaining -= live
                return true
            }
            // A node above this would lead beyond the numbers.
            let node = try row.count(0)
            guard node <= Int64.max / Self.branching - 1 else { throw miscounted(stretch.place) }
            let first = node * Self.branching
            found = Stretch(
                ids: first...(first + Self.branching - 1),
                live: live,
                place: fromNewest ? remaining : live - 1 - remaining
            )
            return false
        }
        guard let found else { throw miscounted(stretch.place) }
        return found
    }

    private func miscounted(_ place: Int64) -> StoredFactError {
        StoredFactError(reason: "the counts of products do not lead to place \(place)", isDerived: true)
    }
}
