public import MarketAPI

/// Why a call of the client came to nothing.
public enum MarketClientError: Error, Hashable, Sendable {
    /// The task that called was cancelled.
    case cancelled
    /// No answer came, and nothing was changed: it can be tried again as it is.
    case unreachable(TransportError)
    /// A change was sent and no answer came: it may have been made or not. Look before trying again.
    case outcomeUnknown(TransportError)
    /// The market answered that it won't.
    case refused(Refusal)
    /// What answered speaks no language of a market; the base URL is probably that of something else.
    case unreadableAnswer(detail: String)
    /// A file that was to be sent can't be read, or there is no room to put the request together.
    case unusableFile(path: String, detail: String)

    /// The market's refusal, if it is one.
    public var refusal: Refusal? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal
    }

    /// Whether the password was wrong.
    public var isWrongSecret: Bool { refusal?.code == .wrongSecret }

    /// Whether there is no such product, or none any more.
    public var isGone: Bool { refusal.map { $0.status == 404 || $0.status == 410 } ?? false }
}

/// What a market said when it refused a request.
public struct Refusal: Hashable, Sendable {
    /// The HTTP status, 400 to 599.
    public let status: Int
    /// Nil for a code that this version of the library does not know, and where none was sent.
    public let code: ErrorCode?
    /// A sentence for people, in the language that the client asked for.
    public let reason: String
    /// For bad input: what is wrong, field by field.
    public let fields: [ErrorAnswer.Field]
    /// Seconds to wait before asking again, where the market said so.
    public let retryAfter: Int?
    /// What an edit collided with: the product as it is now.
    public let current: DetailedProduct?

    public init(
        status: Int,
        code: ErrorCode?,
        reason: String,
        fields: [ErrorAnswer.Field] = [],
        retryAfter: Int? = nil,
        current: DetailedProduct? = nil
    ) {
        self.status = status
        self.code = code
        self.reason = reason
        self.fields = fields
        self.retryAfter = retryAfter
        self.current = current
    }
}
