public import MarketCore
public import MarketModels

extension PostgresProductStore: ProductStore {
    public func add(_ product: NewProduct) async throws(MarketError) -> Product {
        let place = imagePlace
        return try await write { connection in
            let added = try connection.records.products.add(product)
            if !product.images.isEmpty { try connection.requireImages(at: place) }
            return added
        }
    }

    public func replace(_ edit: ProductEdit) async throws(MarketError) -> EditOutcome {
        let place = imagePlace
        let outcome = try await write { connection in
            let outcome = try connection.records.products.replace(edit)
            if edit.hasNewImages { try connection.requireImages(at: place) }
            return outcome
        }
        return outcome.resolved(by: categories)
    }

    public func delete(
        _ id: Product.ID,
        _ erasure: ProductErasure?,
        at now: Timestamp
    ) async throws(MarketError) -> Product? {
        try await write { try $0.records.products.delete(id, erasure, at: now) }?.resolved(by: categories)
    }

    /// Writes in one transaction, which is rolled back when `body` throws. When it returns, this process knows the
    /// revision of the write.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        let before = mirror.revision
        do {
            let reachLimit = ReachLimit(mirror, settings.writeTimeout)
            let (value, isKnown) = try await pool.withConnection(isWriting: true, reachLimit: reachLimit) {
                [mirror, writes] connection in
                let value = try connection.transaction { try body(connection) }
                guard let revision = try? mirror.poll(connection) else { return (value, false) }
                if revision > before { writes.yield() }
                return (value, true)
            }
            // The write is stored, but the connection was lost before it told the revision.
            if !isKnown { await polls.waitForPoll() }
            return value
        } catch {
            throw failure(error)
        }
    }
}
