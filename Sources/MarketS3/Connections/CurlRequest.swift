/// A request as it is sent.
struct CurlRequest: Sendable {
    let method: S3Request.Method
    /// The whole address, encoded. Its path and query are sent byte for byte, as they are signed.
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// Whether the connection is closed afterwards.
    let closesConnection: Bool
}

/// The reason why there is no response.
enum CurlError: Error, Hashable, Sendable {
    case cancelled
    /// Nothing can be sent any more.
    case closed
    /// All connections were in use for as long as the request could wait.
    case busy
    case noConnectionInTime
    case noAnswerInTime
    /// The response has begun, but wasn't complete in time.
    case slowResponse
    /// The body of the response is longer than it may be.
    case largeResponse(limit: Int)
    /// The other side closed the connection, or sent something that is no response.
    case lostConnection(reason: String)
    case failed(reason: String)
}

extension CurlError: CustomStringConvertible {
    var description: String {
        switch self {
        case .cancelled: "the request was cancelled"
        case .closed: "the connections are closed"
        case .busy: "too many requests were waiting"
        case .noConnectionInTime: "no connection could be made in time"
        case .noAnswerInTime: "there was no answer in time"
        case .slowResponse: "the response took too long"
        case .largeResponse(let limit): "the response has more than \(limit) bytes"
        case .lostConnection(let reason), .failed(let reason): reason
        }
    }
}

extension CurlError {
    /// Whether the store has closed a connection, or sent something on it that is no response. Both say nothing about
    /// whether it can be reached.
    var isLostConnection: Bool { if case .lostConnection = self { true } else { false } }

    /// Whether the store can't be reached, as far as this request shows.
    var showsUnreachable: Bool {
        switch self {
        case .noConnectionInTime, .noAnswerInTime, .slowResponse, .failed: true
        case .cancelled, .closed, .busy, .largeResponse, .lostConnection: false
        }
    }
}
