import HTTPTypes

extension HTTPField.Name {
    static let host = field("Host")
    static let xForwardedProto = field("X-Forwarded-Proto")
    static let xForwardedHost = field("X-Forwarded-Host")
    static let xForwardedFor = field("X-Forwarded-For")
    static let identifier = field("identifier")
    static let vendorName = field("vendor-name")
    static let retryAfter = field("Retry-After")
    /// An internal header that marks requests from this machine whose forwarded headers weren't trusted.
    static let forwardedByUntrusted = field("Openmarket-Forwarded-By-Untrusted")
    static let idempotencyKey = field("Idempotency-Key")
    static let idempotentReplayed = field("Idempotent-Replayed")
    static let link = field("Link")
    static let referrerPolicy = field("Referrer-Policy")
    static let speculationRules = field("Speculation-Rules")
    static let xRobotsTag = field("X-Robots-Tag")
    static let nextCursor = field("X-Next-Cursor")
    static let total = field("X-Total")
    static let marketRevision = field("Market-Revision")
    static let secFetchSite = field("Sec-Fetch-Site")

    /// Creates a name that is known to be valid.
    static func field(_ name: StaticString) -> HTTPField.Name {
        guard let field = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is no header's name") }
        return field
    }
}
