/// A request about an object or the bucket.
struct S3Request: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case delete = "DELETE"
    }

    let method: Method
    /// The key of the object without the market's prefix; nil for the bucket.
    var key: String?
    var query: [(name: String, value: String)] = []
    /// Further headers; names in lower case.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The hash of the body, if it is known already.
    var bodyHash: [UInt8]?
    var timeouts = RequestTimeouts.reading
    /// Whether the connection isn't used for another request.
    var closesConnection = false
}

/// How long a caller waits.
struct RequestTimeouts: Hashable, Sendable {
    /// The time until a response begins, in all attempts together, without that of an upload (``uploadTime(byteCount:)``).
    let total: Duration
    /// The time that the body of the response takes.
    let body: Duration
    /// The maximum number of attempts.
    let attempts: Int

    /// Somebody waits for an image or its upload to begin. A store that answers does so within some tens of milliseconds.
    static let reading = RequestTimeouts(total: .milliseconds(1200), body: .seconds(10), attempts: 4)
    /// Somebody waits for an upload, or may wait until images are removed.
    static let writing = RequestTimeouts(total: .seconds(4), body: .seconds(2), attempts: 4)
    /// Nobody waits.
    static let background = RequestTimeouts(total: .seconds(15), body: .seconds(30), attempts: 8)
    /// Somebody asks whether the store works.
    static let probing = RequestTimeouts(total: .milliseconds(900), body: .milliseconds(500), attempts: 1)

    /// The bytes of an upload that the store has to take in a second, on average. Clients' own uploads are regarded as slow
    /// below that. The largest images have about a megabyte, so nobody waits for much more than 20 s.
    static let leastUploadRate = 64 << 10

    /// How much longer a request may take for its body. It only does while the store takes more of it.
    static func uploadTime(byteCount: Int) -> Duration { .seconds(Double(byteCount) / Double(leastUploadRate)) }
}

struct S3Response: Sendable {
    let status: Int
    /// The headers by their names in lower case. Of repeated ones the last.
    let headers: [String: String]
    let body: [UInt8]

    /// Whether the same request may be answered differently after a while.
    var isTemporary: Bool { status == 429 || status >= 500 && status != 501 }

    /// Whether the keys may be why the request was refused. The answer to a HEAD doesn't say.
    var mayRefuseKeys: Bool { [400, 401, 403].contains(status) }

    /// The code of an error, such as `NoSuchKey`; empty if the body has none.
    var errorCode: String { XMLElements(body).first("Code") ?? "" }
}

/// The reason why a request failed.
enum S3Failure: Error, CustomStringConvertible, Hashable, Sendable {
    /// The store didn't answer in time, or only that it is overloaded; nothing is known about whether the request was
    /// carried out.
    case unreachable(reason: String)
    /// The store has no room.
    case full
    case refused(status: Int, code: String)
    case cancelled

    var description: String {
        switch self {
        case .unreachable(let reason): reason
        case .full: "it has no room"
        case .refused(let status, let code): "it answers \(status)\(code.isEmpty ? "" : " \(code)")"
        case .cancelled: "the request was cancelled"
        }
    }
}
