public import Foundation

/// A complete HTTP response of any status.
public struct ClientResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body; empty if there is none.
    public let body: Data
    let headers: [String: String]

    /// Creates a response.
    ///
    /// - Parameter headers: The headers. Of several with the same name, one is used.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.body = body
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    }

    /// The value of a header, by its case-insensitive name; nil if it is missing.
    public subscript(header name: String) -> String? { headers[name.lowercased()] }

    /// Whether the status is 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
