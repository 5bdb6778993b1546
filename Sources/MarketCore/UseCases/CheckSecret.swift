public import MarketModels

/// Checks what a writer presents as a product's secret. It alone decides about writes to a product that exists
/// (API.md, “Vendors, secrets, tokens”).
public struct CheckSecret: Sendable {
    private let store: any ProductStore
    private let hasher: any SecretHasher
    private let attempts: AttemptLimiter

    public init(store: any ProductStore, hasher: any SecretHasher, attempts: AttemptLimiter) {
        self.store = store
        self.hasher = hasher
        self.attempts = attempts
    }

    /// Returns when the secret is right.
    ///
    /// - Parameter source: where the attempt comes from (a network address): wrong ones are counted for each source.
    public func callAsFunction(
        _ secret: String?,
        of id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) {
        guard let secret, !secret.isEmpty else {
            throw .invalid(ListingProblems(ListingProblem(.secret, .missing)))
        }
        guard let facts = try await asking({ () throws(StoreError) in try await store.privateFacts(of: id) }) else {
            if case .withdrawn = try await asking({ () throws(StoreError) in try await store.product(id) }) {
                throw .withdrawnProduct
            }
            throw .unknownProduct
        }
        try await compare(secret, with: facts.secretHash, of: id, from: source)
    }

    /// Returns when the secret is that of the hash. Wrong ones are counted as those of the product.
    func compare(
        _ secret: String,
        with hash: SecretHash,
        of id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) {
        if let seconds = attempts.beginAttempt(for: id, from: source) {
            throw .tooManyAttempts(retryAfterSeconds: seconds)
        }
        // What can't be a secret is not hashed.
        guard secret.utf8.count <= ListingRules.secretByteCount.upperBound else { throw .wrongSecret }
        let isRight: Bool
        do {
            isRight = try await hasher.verify(secret, against: hash)
        } catch {
            attempts.takeBackAttempt(for: id, from: source)
            throw MarketError(error)
        }
        guard isRight else { throw .wrongSecret }
        attempts.takeBackAttempt(for: id, from: source)
    }
}
