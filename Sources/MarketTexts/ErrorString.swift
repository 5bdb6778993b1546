public import MarketModels

/// The error messages that are the same each time.
public enum ErrorString: CaseIterable, Sendable {
    // Products and sellers
    case unknownProduct, deletedProduct, registrationClosed, vendorBlocked
    /// The product was changed since it was loaded.
    case versionConflict
    // Passwords, keys and rights
    case wrongSecret, invalidKey
    /// The right to change the product's state has ended, or doesn't permit this.
    case invalidRight
    /// The delete token has expired or was used.
    case invalidToken
    // Requests
    case unknownPath, methodNotAllowed, headersTooLong, missingIdentifier, unreadableRequest, bodyTooLarge, interrupted
    /// A browser sent the request for another site, or a proxy doesn't pass on the `Host` header.
    case crossSite
    /// The form has expired, or cookies are disabled.
    case expiredForm
    /// A request with the same idempotency key is still in flight.
    case requestInFlight
    /// The idempotency key was used for a different request.
    case keyReused
    // The server
    case busy, storageFull, unavailable, internalError
    /// A list or a search was stopped because it took too long.
    case tooSlow
    /// What was asked for is damaged.
    case damaged
    /// The market's data is damaged, so it accepts no changes until it is repaired.
    case readOnly
    /// The request may have been carried out or not.
    case outcomeUnknown
}

/// The error messages with something in them. What is wrong with a listing, a report or a body is in their problems.
public enum ErrorSentence: Sendable {
    /// Too many wrong passwords, with the time to wait.
    case tooManyAttempts(seconds: Int)
    /// Too many requests, with the time to wait.
    case tooManyRequests(seconds: Int)
    /// A report wasn't sent, because its network has sent many lately, with the time to wait.
    case tooManyReports(seconds: Int)
    /// A contact isn't shown because of the product's state.
    case contactWithheld(ListingState.Kind)
    /// A header has an invalid value.
    case unusableHeader(name: String)
    /// A query parameter has an invalid value.
    case unusableParameter(name: String)
    /// A request body is above the maximum.
    case bodyTooLarge(maximumByteCount: Int)
}
