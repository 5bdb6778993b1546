internal import GRDB
internal import MarketModels

/// Finds the product at any place of the whole list by descending through the counts of `listing_rank`.
///
/// On each level at most 16 rows are read, wherever the place is, because the search begins at the nearer end; the
/// highest level has one row for each million ids ever given.
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

    private static let nodesFromNewest =
        "SELECT node, live FROM listing_rank WHERE level = ?1 AND node BETWEEN ?2 AND ?3 ORDER BY node DESC"
    private static let nodesFromOldest =
        "SELECT node, live FROM listing_rank WHERE level = ?1 AND node BETWEEN ?2 AND ?3 ORDER BY node"
    private static let idFromNewest =
        "SELECT id FROM product WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3"
    private static let idFromOldest =
        "SELECT id FROM product WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1 OFFSET ?3"

    let database: Database

    /// The id of the product that has `place` newer ones.
    ///
    /// - Parameter total: the number of all products, above `place`.
    func id(atPlaceFromNewest place: Int64, of total: Int64) throws -> Int64 {
        var stretch = Stretch(ids: 0...Int64.max, live: total, place: place)
        for level in (1...Self.levels).reversed() {
            stretch = try node(on: level, in: stretch)
        }
        // Below level 1 the nodes are the products themselves.
        let fromNewest = stretch.isNearerToNewest
        let id = try database.firstRow(
            fromNewest ? Self.idFromNewest : Self.idFromOldest,
            stretch.ids.lowerBound,
            stretch.ids.upperBound,
            fromNewest ? stretch.place : stretch.live - 1 - stretch.place
        ) { $0.integer(0) }
        guard let id else { throw miscounted(place) }
        return id
    }

    /// The ids of the node that holds the place. The ids of the given stretch are nodes of this level.
    private func node(on level: Int64, in stretch: Stretch) throws -> Stretch {
        let fromNewest = stretch.isNearerToNewest
        var remaining = fromNewest ? stretch.place : stretch.live - 1 - stretch.place
        var found: Stretch?
        try database.forEachRow(
            fromNewest ? Self.nodesFromNewest : Self.nodesFromOldest,
            level,
            stretch.ids.lowerBound,
            stretch.ids.upperBound
        ) { row in
            let live = row.integer(1)
            guard remaining < live else {
                remaining -= live
                return true
            }
            let first = row.integer(0) * Self.branching
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
        StoredFactError(reason: "the counts of products do not lead to place \(place)")
    }
}
