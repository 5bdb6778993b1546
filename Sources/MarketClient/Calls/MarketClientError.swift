public import MarketAPI
public import MarketModels

/// An error of a client call.
public enum MarketClientError: Error, Hashable, Sendable {
    /// The calling task was cancelled.
    case cancelled
    /// No response was received, and nothing was changed: the call can be repeated as it is.
    case unreachable(TransportError)
    /// A change was sent, but no response was received: it may or may not have been applied. A listing can be repeated with
    /// its key, and a change of state, a report and a request for tokens as they are. Load the product before you repeat an
    /// edit, a deletion, a renewal or a bump.
    case outcomeUnknown(TransportError)
    /// The server responded with an error. With the code ``/MarketAPI/ErrorCode/outcomeUnknown``, a change may have been
    /// applied nevertheless.
    case refused(Refusal)
    /// The response is not one of the API; the base URL is probably wrong.
    case unreadableResponse(detail: String)
    /// A file to upload can't be read, or there is no space to assemble the request. The path is empty if it was the
    /// transport that couldn't read the file.
    case unusableFile(path: String, detail: String)

    /// The server's refusal, or nil for another error.
    public var refusal: Refusal? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal
    }

    /// Whether the password was wrong.
    public var isWrongSecret: Bool { refusal?.code == .wrongSecret }

    /// Whether the token of a ``SellerCredential`` has ended or doesn't permit the call.
    public var isInvalidToken: Bool { refusal?.code == .invalidRight }

    /// Whether the market has said that the product doesn't exist or was deleted. A 404 without a code isn't the market's: a
    /// proxy in front of it sends one while the market restarts.
    public var isGone: Bool { refusal?.code == .notFound || refusal?.code == .deleted }
}

/// The error response to a request.
public struct Refusal: Hashable, Sendable {
    /// The HTTP status, 400 to 599.
    public let status: Int
    /// The error code, or nil if none was sent or this version of the library doesn't know it.
    public let code: ErrorCode?
    /// A message for users, in the requested language.
    public let reason: String
    /// For invalid input, the rejected fields and why.
    public let fields: [ErrorResponse.Field]
    /// The number of seconds to wait before the next attempt, or nil if the server named none.
    public let retryAfter: Int?
    /// For an edit conflict, the current product.
    public let current: DetailedProduct?
    /// For a reused idempotency key, the product that the first request with it has listed.
    public let listed: Product.ID?

    /// Creates a refusal with the given values.
    public init(
        status: Int,
        code: ErrorCode?,
        reason: String,
        fields: [ErrorResponse.Field] = [],
        retryAfter: Int? = nil,
        current: DetailedProduct? = nil,
        listed: Product.ID? = nil
    ) {
        self.status = status
        self.code = code
        self.reason = reason
        self.fields = fields
        self.retryAfter = retryAfter
        self.current = current
        self.listed = listed
    }
}
