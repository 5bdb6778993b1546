internal import GRDB
internal import MarketCore
internal import MarketModels

/// Sorts products by the last move to the top, or else by when they were listed, the latest first.
struct BumpSorting {
    let database: Database

    /// - Parameters:
    ///   - cursor: If given, only products after it are returned.
    ///   - limit: The maximum number of products.
    func sorted(_ ids: [Product.ID], behind cursor: BumpCursor?, _ limit: Int) throws -> [Product.ID] {
        let places = try ids.map { try place(of: $0) }.sorted(by: comesBefore)
        guard let cursor else { return places.prefix(limit).map(\.id) }
        return places.drop { !comesBefore(cursor, $0) }.prefix(limit).map(\.id)
    }

    func place(of id: Product.ID) throws -> BumpCursor {
        let time = try database.firstRow("SELECT top_at FROM product WHERE id = ?1", id.rawValue) {
            try $0.timestamp(0)
        }
        guard let time else {
            throw CorruptRowError(reason: "product \(id.rawValue) is indexed and doesn't exist", isDerived: true)
        }
        return BumpCursor(time: time, id: id)
    }

    private func comesBefore(_ one: BumpCursor, _ other: BumpCursor) -> Bool {
        one.time == other.time ? one.id > other.id : one.time > other.time
    }
}
