package import HTTPTypes

extension HTTPField.Name {
    static let host = field("Host")
    static let xForwardedProto = field("X-Forwarded-Proto")
    static let xForwardedHost = field("X-Forwarded-Host")
    static let xForwardedFor = field("X-Forwarded-For")
    static let identifier = field("identifier")
    static let vendorName = field("vendor-name")
    /// An internal header that marks requests which a proxy on this machine has forwarded for nobody knows whom.
    static let forwardedForUnknown = field("Openmarket-Forwarded-For-Unknown")
    static let idempotencyKey = field("Idempotency-Key")
    static let idempotentReplayed = field("Idempotent-Replayed")
    static let marketRevision = field("Market-Revision")
    static let secFetchSite = field("Sec-Fetch-Site")

    /// Creates a name that is known to be valid.
    package static func field(_ name: StaticString) -> HTTPField.Name {
        guard let field = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is no header's name") }
        return field
    }
}
