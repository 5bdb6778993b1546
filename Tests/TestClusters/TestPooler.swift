/// PgBouncer in transaction mode, in front of the test cluster.
public final class TestPooler: Sendable {
    /// The folder of its Unix socket.
    public let folder: String
    private let process: TestProcess

    /// The pooler of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestPooler { try await start.value }

    private static let start = Task { try TestPooler(cluster: await TestCluster.shared().folder) }

    private init(cluster: String) throws {
        process = try TestProcess("PgBouncer", "/bin/bash", "pooler.sh", cluster)
        folder = process.line
    }

    /// Returns the address through the pooler of a database of the test cluster.
    public func address(of direct: String) -> String {
        let name = direct.prefix { $0 != "?" }
        return "\(name)?host=\(folder)&port=6432"
    }
}
