public import MarketModels

/// The use case of checking a product's secret. The secret alone authorises writes to an existing product (API.md,
/// “Vendors, secrets, tokens”).
public struct CheckSecret: Sendable {
    private let store: any ProductReading
    private let secrets: SecretQueue
    private let attempts: any AttemptLimiting

    public init(store: any ProductReading, secrets: SecretQueue, attempts: any AttemptLimiting) {
        self.store = store
        self.secrets = secrets
        self.attempts = attempts
    }

    /// Checks a secret and returns if it is right.
    ///
    /// - Parameter source: the network address of the client. Wrong secrets are counted per source.
    /// - Throws: ``MarketError/wrongSecret`` or another error.
    public func callAsFunction(
        _ secret: String?,
        of id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) {
        _ = try await hash(of: id, provenBy: secret, from: source)
    }

    /// Checks a secret.
    ///
    /// - Returns: the stored hash that the secret matches.
    func hash(
        of id: Product.ID,
        provenBy secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> SecretHash {
        guard let secret, !secret.isEmpty else {
            throw .invalid(ListingProblems(ListingProblem(.secret, .missing)))
        }
        guard
            let privateData = try await mappingErrors({ () throws(StoreError) in try await store.privateData(of: id) })
        else {
            if case .deleted = try await mappingErrors({ () throws(StoreError) in try await store.product(id) }) {
                throw .deletedProduct
            }
            throw .unknownProduct
        }
        try await compare(secret, with: privateData.secretHash, of: id, from: source)
        return privateData.secretHash
    }

    /// Checks a secret against a hash and returns if it matches. A wrong secret is counted for the product.
    func compare(
        _ secret: String,
        with hash: SecretHash,
        of id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) {
        let wait = try await mappingErrors { () throws(StoreError) in
            try await attempts.beginAttempt(for: id, from: source)
        }
        if let seconds = wait {
            throw .tooManyAttempts(retryAfterSeconds: seconds)
        }
        // A text that can't be a secret counts as an attempt but isn't hashed.
        for candidate in SecretNormalization.candidates(secret) {
            do {
                guard try await secrets.verify(candidate, against: hash, for: source) else { continue }
            } catch {
                try? await attempts.cancelAttempt(for: id, from: source)
                throw error
            }
            try await mappingErrors { () throws(StoreError) in
                try await attempts.recordSuccess(for: id, from: source)
            }
            return
        }
        throw .wrongSecret
    }
}
