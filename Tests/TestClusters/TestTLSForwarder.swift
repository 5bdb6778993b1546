/// TLS in front of the test object store, with certificates of an own authority.
public final class TestTLSForwarder: Sendable {
    /// The path of the authority's certificate.
    public let authority: String
    /// The port whose certificate is for 127.0.0.1.
    public let port: Int
    /// The port whose certificate is for another host.
    public let otherHostPort: Int
    /// The port whose certificate has expired.
    public let expiredPort: Int
    private let process: TestProcess

    /// The forwarder of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestTLSForwarder { try await start.value }

    private static let start = Task { try TestTLSForwarder(store: await TestObjectStore.shared().port) }

    private init(store: Int) throws {
        process = try TestProcess("TLS", "/usr/bin/python3", "tls_forwarder.py", String(store))
        let parts = process.line.split(separator: " ").map(String.init)
        let ports = parts.dropFirst().compactMap { Int($0) }
        guard let authority = parts.first, ports.count == 3 else {
            throw TestClusterError(text: "TLS could not be started")
        }
        self.authority = authority
        (port, otherHostPort, expiredPort) = (ports[0], ports[1], ports[2])
    }
}
