import HTTPTypes
import MarketModels
import MarketTexts

/// An error in a request that is detected before a use case runs.
enum RequestError: Error, Hashable, Sendable {
    /// The path doesn't exist.
    case unknownPath
    /// The path exists, but not with this method.
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    /// A browser sent the request for another site (``CrossSiteMiddleware``).
    case crossSite
    /// The first line or the headers can't be parsed.
    case unreadableHead
    /// The first line or the headers are too long.
    case headersTooLong
    /// The body can't be parsed.
    case unreadableBody(ErrorTexts.BodyProblem)
    /// The value of a header is invalid.
    case unusableHeader(name: String)
    /// The value of a query parameter is invalid.
    case unusableParameter(name: String)
    case bodyTooLarge(maximumByteCount: Int)
}
