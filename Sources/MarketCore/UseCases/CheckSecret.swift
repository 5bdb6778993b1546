public import MarketModels

/// Checks what a writer presents as a product's secret. It alone decides about writes to a product that exists
/// (API.md, “Vendors, secrets, tokens”).
public struct CheckSecret: Sendable {
    private let store: any ProductStore
    private let secrets: SecretQueue
    private let attempts: any AttemptLimiting

    public init(store: any ProductStore, secrets: SecretQueue, attempts: any AttemptLimiting) {
        self.store = store
        self.secrets = secrets
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
        _ = try await hash(of: id, provenBy: secret, from: source)
    }

    /// - Returns: the stored hash that the secret was right for.
    func hash(
        of id: Product.ID,
        provenBy secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> SecretHash {
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
        return facts.secretHash
    }

    /// Returns when the secret is that of the hash. Wrong ones are counted as those of the product.
    func compare(
        _ secret: String,
        with hash: SecretHash,
        of id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) {
        if let seconds = await attempts.beginAttempt(for: id, from: source) {
            throw .tooManyAttempts(retryAfterSeconds: seconds)
        }
        // What can't be a secret costs an attempt, and nobody a hash.
        for candidate in SecretForms.candidates(secret) {
            do {
                guard try await secrets.verify(candidate, against: hash, for: source) else { continue }
            } catch {
                await attempts.takeBackAttempt(for: id, from: source)
                throw error
            }
            await attempts.attemptWasRight(for: id, from: source)
            return
        }
        throw .wrongSecret
    }
}
