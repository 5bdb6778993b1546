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
        let deleted: Product? = try await write { connection in
            let product = try connection.records.products.delete(id, isByOperator: erasure != nil, at: now)
            if let product, let erasure {
                try connection.reports.noteErasure(of: product, erasure, at: now)
                // Other nodes look at once for images that are gone.
                try ChangeWriter(connection: connection).raiseRevision(changesSite: true)
            }
            return product
        }
        return deleted?.resolved(by: categories)
    }

    public func renameVendor(
        _ id: Vendor.ID,
        to name: String,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor? {
        try await write { try $0.records.vendors.rename(id, to: name, reason: reason, by: proof, at: now) }
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
