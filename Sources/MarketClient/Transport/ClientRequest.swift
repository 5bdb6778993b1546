public import Foundation

/// An HTTP request for a transport.
public struct ClientRequest: Hashable, Sendable {
    /// The HTTP methods that the API uses.
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The body of a request.
    public enum Body: Hashable, Sendable {
        /// Bytes in memory.
        case bytes(Data)
        /// The content of a file, which must not change until the response has been received.
        case file(URL)
    }

    /// The default maximum size of a response body, 32 MiB. A list of 800 products with the longest texts is far below
    /// it.
    public static let largestResponse = 32 << 20

    /// The HTTP method.
    public var method: Method
    /// The URL.
    public var url: URL
    /// The headers by name; names are case-insensitive.
    public var headers: [String: String]
    /// The body, or nil for none.
    public var body: Body?
    /// The number of seconds without a byte in either direction after which the request times out.
    public var idleTimeout: Double
    /// The maximum size of the response body, in bytes.
    public var maximumResponse: Int

    /// The minimum average throughput of a request and its response, in bytes per second; the server requires the same
    /// of request bodies, 4 KiB in 15 s.
    private static let leastBytesPerSecond = 273.0

    /// Returns the time limit for the whole exchange after `count` bytes of both bodies: twice the idle timeout, plus
    /// the time that a slow connection needs for the bytes.
    func timeAllowed(forBytes count: Int64) -> Duration {
        .seconds(2 * idleTimeout + Double(count) / Self.leastBytesPerSecond)
    }

    /// Creates a request.
    public init(
        _ method: Method,
        _ url: URL,
        headers: [String: String] = [:],
        body: Body? = nil,
        idleTimeout: Double = 30,
        maximumResponse: Int = Self.largestResponse
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.idleTimeout = idleTimeout
        self.maximumResponse = maximumResponse
    }
}
