internal import GRDB
internal import MarketCore
internal import MarketModels

/// A lookup of the product at any position of the whole list that descends through the counts of `listing_rank`. Each
/// scope has its own counts.
///
/// About 16 rows are read on each level, and never more than 32, wherever the position is, because the scan starts at
/// the nearer end. The highest level has one row for each million ids ever assigned.
struct ListingRank {
    /// A range of ids with the number of products in it, and the position to find, counted from the newest product in
    /// the range.
    private struct IDRange {
        var ids: ClosedRange<Int64>
        var live: Int64
        var place: Int64

        var isNearerToNewest: Bool { place <= live / 2 }
    }

    private static let levels: Int64 = 4
    private static let branching: Int64 = 32

    /// The statements of one scope. They are constant, so that they stay prepared.
    private struct Statements {
        static let everything = Statements(.everything, counts: "listed")
        static let listed = Statements(.listed, counts: "listed")
        static let wonAndDollar = Statements(.listedWonAndDollar, counts: "listed_krw_usd")

        let nodesFromNewest: String
        let nodesFromOldest: String
        let idFromNewest: String
        let idFromOldest: String

        private init(_ scope: ListScope, counts: String) {
            let nodes = "SELECT node, \(counts) FROM listing_rank WHERE level = ?1 AND node BETWEEN ?2 AND ?3"
            nodesFromNewest = nodes + " ORDER BY node DESC"
            nodesFromOldest = nodes + " ORDER BY node"
            let (index, condition) = scope.clauses(ofVendor: false)
            let ids = "SELECT id FROM product\(index) WHERE \(condition)id BETWEEN ?1 AND ?2"
            idFromNewest = ids + " ORDER BY id DESC LIMIT 1 OFFSET ?3"
            idFromOldest = ids + " ORDER BY id LIMIT 1 OFFSET ?3"
        }
    }

    private let database: Database
    private let statements: Statements

    init(database: Database, scope: ListScope) {
        self.database = database
        statements =
            switch scope {
            case .everything: .everything
            case .listed: .listed
            case .listedWonAndDollar: .wonAndDollar
            }
    }

    /// Returns the id of the product that has `place` newer ones in the scope.
    ///
    /// - Parameter total: the number of all products in the scope, which is greater than `place`.
    func id(atPlaceFromNewest place: Int64, of total: Int64) throws -> Int64 {
        var range = IDRange(ids: 0...Int64.max, live: total, place: place)
        for level in (1...Self.levels).reversed() {
            range = try node(on: level, in: range)
        }
        // Below level 1 the nodes are the products themselves.
        let fromNewest = range.isNearerToNewest
        let id = try database.firstRow(
            fromNewest ? statements.idFromNewest : statements.idFromOldest,
            range.ids.lowerBound,
            range.ids.upperBound,
            fromNewest ? range.place : range.live - 1 - range.place
        ) { try $0.positive(0) }
        guard let id else { throw miscounted(place) }
        return id
    }

    /// Returns the ids of the node that contains the position. The ids of the given range are nodes of this level.
    private func node(on level: Int64, in range: IDRange) throws -> IDRange {
        let fromNewest = range.isNearerToNewest
        var remaining = fromNewest ? range.place : range.live - 1 - range.place
        var found: IDRange?
        try database.forEachRow(
            fromNewest ? statements.nodesFromNewest : statements.nodesFromOldest,
            level,
            range.ids.lowerBound,
            range.ids.upperBound
        ) { row in
            let live = try row.count(1)
            guard remaining < live else {
                remaining -= live
                return true
            }
            // The child ids of a greater node would overflow.
            let node = try row.count(0)
            guard node <= Int64.max / Self.branching - 1 else { throw miscounted(range.place) }
            let first = node * Self.branching
            found = IDRange(
                ids: first...(first + Self.branching - 1),
                live: live,
                place: fromNewest ? remaining : live - 1 - remaining
            )
            return false
        }
        guard let found else { throw miscounted(range.place) }
        return found
    }

    private func miscounted(_ place: Int64) -> CorruptRowError {
        CorruptRowError(reason: "the counts of products do not lead to place \(place)", isDerived: true)
    }
}
