public import Foundation

/// An answer as a transport got it: whole, and of any status.
public struct ClientResponse: Hashable, Sendable {
    public let status: Int
    public let body: Data
    private let headers: [String: String]

    /// - Parameter headers: of several with one name, the last counts.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.body = body
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    }

    /// A header's value, by its name in any case.
    public subscript(header name: String) -> String? { headers[name.lowercased()] }

    /// Whether the status is one of success, 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
