public import MarketModels

/// Everything that a use case can refuse or fail with.
public enum MarketError: Error, Hashable, Sendable {
    /// There never was such a product.
    case unknownProduct
    /// The product was there and was withdrawn.
    case withdrawnProduct
    /// What is asked for breaks the rules; nothing was changed.
    case invalid(ListingProblems)
    /// One of the uploads, counted from 0, is no picture that can be shown.
    case unusableImage(index: Int, ImageError)
    case wrongSecret
    /// Too many wrong secrets lately.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// The writer did not say who it is.
    case missingIdentifier
    /// Registration is closed and the identifier is not known.
    case registrationClosed
    case vendorBlocked
    /// The delete token is unknown, spent, expired or another product's.
    case deadToken
    /// Somebody else was faster: the product as it is now.
    case versionConflict(Product)
    /// A request with the same key is just being carried out.
    case requestUnderWay
    /// The key belongs to a request that asked for something else.
    case keyReused
    /// More is under way than can be done in time.
    case busy
    case storageFull
    /// A part of the market does not work; `reason` is for logs.
    case unavailable(reason: String)

    init(_ error: StoreError) {
        switch error {
        case .full: self = .storageFull
        case .unavailable(let reason), .corrupt(let reason): self = .unavailable(reason: reason)
        }
    }

    init(_ error: SecretHasherError) {
        switch error {
        case .busy: self = .busy
        case .failed(let reason): self = .unavailable(reason: reason)
        }
    }
}

/// Runs a call of the store and turns what it throws into what a use case throws.
func asking<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ call: () async throws(StoreError) -> Value
) async throws(MarketError) -> Value {
    do {
        return try await call()
    } catch {
        throw MarketError(error)
    }
}
