/// PgBouncer in transaction mode, in front of the test cluster.
public final class TestPooler: Sendable {
    /// The folder of its Unix socket.
    public let folder: String
    private let process: TestProcess

    /// The pooler of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestPooler { try await start.value }

    /// Another pooler, which has more connections to the server than a market opens.
    public static func wide() async throws -> TestPooler { try await startWide.value }

    private static let start = Task { try TestPooler(cluster: await TestCluster.shared().folder, width: 4) }
    private static let startWide = Task { try TestPooler(cluster: await TestCluster.shared().folder, width: 30) }

    private init(cluster: String, width: Int) throws {
        process = try TestProcess("PgBouncer", "/bin/bash", "pooler.sh", cluster, String(width))
        folder = process.line
    }

    /// Returns the address through the pooler of a database of the test cluster.
    public func address(of direct: String) -> String {
        let name = direct.prefix { $0 != "?" }
        return "\(name)?host=\(folder)&port=6432"
    }
}
