public import Foundation

/// PgBouncer in transaction mode, in front of the test cluster.
public final class TestPooler: Sendable {
    /// The folder of its Unix socket.
    public let folder: String
    /// The pooler ends when this is closed.
    private let input: Pipe

    /// The pooler of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestPooler { try await start.value }

    private static let start = Task { try TestPooler(cluster: await TestCluster.shared().folder) }

    private init(cluster: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "pooler.sh")
        process.arguments = [script.path(percentEncoded: false), cluster]
        let output = Pipe()
        input = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let line = try output.fileHandleForReading.readLine() else {
            throw TestClusterError(text: "PgBouncer could not be started")
        }
        folder = line
    }

    /// Returns the address through the pooler of a database of the test cluster.
    public func address(of direct: String) -> String {
        let name = direct.prefix { $0 != "?" }
        return "\(name)?host=\(folder)&port=6432"
    }
}

extension FileHandle {
    /// Reads up to the next line break. Nil at the end.
    func readLine() throws -> String? {
        var line = Data()
        while let byte = try read(upToCount: 1), !byte.isEmpty {
            if byte == Data([0x0A]) { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
