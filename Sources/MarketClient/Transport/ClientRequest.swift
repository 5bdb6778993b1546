public import Foundation

/// A request as a transport sends it.
public struct ClientRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    public enum Body: Hashable, Sendable {
        case bytes(Data)
        /// The bytes of a file, which must stay as it is until the answer has come.
        case file(URL)
    }

    /// What an answer of the API may have: 800 products of the longest texts are far below it.
    public static let largestAnswer = 32 << 20

    public var method: Method
    public var url: URL
    /// Names and values; names are compared without regard to case.
    public var headers: [String: String]
    public var body: Body?
    /// Seconds without a byte in either direction after which the request is given up.
    public var idleTimeout: Double
    /// Bytes that the body of the answer may have.
    public var maximumAnswer: Int

    /// The least that a request and its answer may bring on average: the server's own bound for bodies, 4 KiB in 15 s.
    private static let leastBytesPerSecond = 273.0

    /// How long the whole exchange may take when so many bytes of both bodies have gone through: twice the time without a
    /// byte, and on top what a slow line needs for them.
    func timeAllowed(forBytes count: Int64) -> Duration {
        .seconds(2 * idleTimeout + Double(count) / Self.leastBytesPerSecond)
    }

    public init(
        _ method: Method,
        _ url: URL,
        headers: [String: String] = [:],
        body: Body? = nil,
        idleTimeout: Double = 30,
        maximumAnswer: Int = Self.largestAnswer
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.idleTimeout = idleTimeout
        self.maximumAnswer = maximumAnswer
    }
}
