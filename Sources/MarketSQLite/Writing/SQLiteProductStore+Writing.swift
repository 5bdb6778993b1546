internal import GRDB
public import MarketCore
public import MarketModels

extension SQLiteProductStore {
    public func add(_ product: NewProduct) async throws(MarketError) -> Product {
        try await write { try $0.records.products.add(product) }
    }

    public func replace(_ edit: ProductEdit) async throws(MarketError) -> EditOutcome {
        try await write { try $0.records.products.replace(edit) }.resolved(by: categories)
    }

    public func delete(
        _ id: Product.ID,
        _ erasure: ProductErasure?,
        at now: Timestamp
    ) async throws(MarketError) -> Product? {
        let deleted = try await write(isDeletion: true) { try $0.records.products.delete(id, erasure, at: now) }
        // The log still has what the database had before. If readers keep it, it goes with the next truncation.
        if erasure != nil { try? await pool.writeWithoutTransaction { [log] in _ = log.truncate($0) } }
        return deleted?.resolved(by: categories)
    }
}
