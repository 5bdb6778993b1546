import HTTPTypes
import MarketModels
import MarketTexts

/// What is wrong with a request before a use case is asked.
enum RequestError: Error, Hashable, Sendable {
    /// No place of the API.
    case unknownPath
    /// A place that takes other methods.
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    /// The body can't be read as what belongs here.
    case unreadableBody(ErrorTexts.BodyProblem)
    /// A header whose value can't be used.
    case unusableHeader(name: String)
    /// A parameter of the query whose value can't be used.
    case unusableParameter(name: String)
    case bodyTooLarge(maximumByteCount: Int)
    /// More uploads are under way than are served at once, or there is no room for what they bring.
    case tooManyUploads
    /// The client went away or sent too slowly.
    case interrupted
    case tooManyRequests(retryAfterSeconds: Int)
}
