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
    /// More was asked for lately than one client, or all together, may ask for.
    case tooManyRequests(retryAfterSeconds: Int)
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
    /// It was ended because it took too long; what was read is for logs.
    case tooSlow(reading: String)
    /// Whoever asked has gone.
    case interrupted
    case storageFull
    /// What was asked for is stored and can't be read whole; `reason` is for logs.
    case damaged(reason: String)
    /// What is stored is damaged, so nothing is written any more; `reason` is for logs.
    case readOnly(reason: String)
    /// A part of the market does not work; `reason` is for logs.
    case unavailable(reason: String)

    public init(_ error: StoreError) {
        switch error {
        case .full: self = .storageFull
        case .tooSlow(let reading): self = .tooSlow(reading: reading)
        case .unavailable(let reason): self = .unavailable(reason: reason)
        case .corrupt(let reason): self = .damaged(reason: reason)
        case .readOnly(let reason): self = .readOnly(reason: reason)
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
