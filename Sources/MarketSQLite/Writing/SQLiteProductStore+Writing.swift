internal import GRDB
public import MarketCore
public import MarketModels
internal import Synchronization

extension SQLiteProductStore {
    public func add(_ product: NewProduct) async throws(MarketError) -> Product {
        try await write { try ProductWriter(database: $0).add(product) }
    }

    /// Stores the result of an edit. An edit that refers to an image that the product doesn't have throws and writes
    /// nothing.
    public func replace(_ edit: ProductEdit) async throws(MarketError) -> EditOutcome {
        try await write { try ProductWriter(database: $0).replace(edit) }.resolved(by: categories)
    }

    public func replaceLifecycle(_ edit: LifecycleEdit) async throws(MarketError) -> EditOutcome {
        try await write { try LifecycleWriter(database: $0).replace(edit) }.resolved(by: categories)
    }

    public func changeCategories(_ change: CategoryChange) async throws(MarketError) {
        try await changeCategories { try $0.apply(change) }
    }

    public func setCategories(_ definitions: [CategoryDefinition]?) async throws(MarketError) {
        // A start with the settings of before writes nothing, which would fail on a full disk.
        let areCurrent = try await read { try CategoryWriter(database: $0).areCurrent(definitions) }
        if !areCurrent { try await changeCategories { try $0.set(definitions) } }
    }

    private func changeCategories(
        _ change: @escaping @Sendable (CategoryWriter) throws -> Void
    ) async throws(MarketError) {
        try await write { database in
            try change(CategoryWriter(database: database))
            let tree = try CategoryReader(database: database).tree()
            let changed = try database.marketState().revision
            // Before the revision of the change is known. Commits are serialised on this connection, so no older categories
            // replace newer ones.
            database.afterNextTransaction { _ in
                self.mirroredCategories.withLock { $0 = tree }
                self.mirroredSiteRevision.store(changed.rawValue, ordering: .releasing)
            }
        }
    }

    public func advanceLifecycles(
        to now: Timestamp,
        by rules: LifecycleRules,
        limit: Int
    ) async throws(MarketError) -> Int {
        // Usually nothing is due, and reading that waits for no writer.
        let isAnythingDue = try await read {
            try !LifecycleWriter(database: $0).due(at: now, by: rules, limit: 1).isEmpty
                || !PriceWriter(database: $0).endedReductions(at: now, limit: 1).isEmpty
                || $0.reports.hasDue(at: now)
        }
        guard isAnythingDue else { return 0 }
        return try await write { try LifecycleWriter(database: $0).advance(to: now, by: rules, limit: limit) }
    }

    public func delete(
        _ id: Product.ID,
        _ erasure: ProductErasure?,
        at now: Timestamp
    ) async throws(MarketError) -> Product? {
        let deleted: Product? = try await write(isDeletion: true) { database in
            let product = try ProductWriter(database: database).delete(id, isByOperator: erasure != nil, at: now)
            if let product, let erasure { try database.reports.noteErasure(of: product, erasure, at: now) }
            return product
        }
        return deleted?.resolved(by: categories)
    }

    public func setSecretHash(_ hash: SecretHash, of id: Product.ID) async throws(MarketError) -> Bool {
        try await write { try ProductWriter(database: $0).setSecretHash(hash, of: id) }
    }

    public func addRight(_ right: ListingRight, issuedFor hash: SecretHash) async throws(MarketError) -> Bool {
        try await write { try RightWriter(database: $0).add(right, issuedFor: hash) }
    }

    public func removeRights(of id: Product.ID, only hash: RightHash?) async throws(MarketError) {
        try await write { try RightWriter(database: $0).remove(of: id, only: hash) }
    }

    public func addDeleteToken(_ token: DeleteToken, issuedFor hash: SecretHash) async throws(MarketError) -> Bool {
        try await write(isDeletion: true) { try DeleteTokenWriter(database: $0).add(token, issuedFor: hash) }
    }

    public func redeem(
        token: String,
        for expected: Product.ID?,
        at now: Timestamp
    ) async throws(MarketError) -> Product? {
        try await write(isDeletion: true) { try DeleteTokenWriter(database: $0).redeem(token, for: expected, at: now) }?
            .resolved(by: categories)
    }

    public func addVendor(_ vendor: NewVendor) async throws(MarketError) -> Vendor? {
        try await write { try VendorWriter(database: $0).add(vendor) }
    }

    public func renameVendor(
        _ id: Vendor.ID,
        to name: String,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor? {
        let vendor = try await write { database in
            try database.reports.check(sellerName: name)
            let (vendor, isChanged) = try VendorWriter(database: database).rename(id, to: name)
            if isChanged {
                try database.reports.note(.renamed, product: nil, vendor: id, reason: reason, by: proof, at: now)
            }
            return vendor
        }
        try await indexPendingProducts()
        return vendor
    }
}
