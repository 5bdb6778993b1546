internal import Foundation
internal import Synchronization

/// A PostgreSQL cluster that a test process started, with databases for tests.
///
/// The superuser is `market`, without a password. The role `guarded` has to be created, and needs its password.
public final class TestCluster: Sendable {
    /// The folder of the server's Unix socket.
    public let folder: String
    private let programs: String
    private let databaseCount = Atomic<Int>(0)
    private let process: TestProcess

    /// The cluster of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestCluster { try await start.value }

    private static let start = Task { try TestCluster() }

    private init() throws {
        process = try TestProcess("PostgreSQL", "/bin/bash", "cluster.sh")
        let parts = process.line.split(separator: " ").map(String.init)
        guard parts.count == 2 else { throw TestClusterError(text: "PostgreSQL could not be started") }
        (folder, programs) = (parts[0], parts[1])
    }

    /// Creates an empty database and returns its address.
    public func database() throws -> String {
        let name = "test\(databaseCount.add(1, ordering: .relaxed).newValue)"
        try run("createdb", ["-T", "template0", name])
        return address(of: name)
    }

    /// Creates a copy of a database that nobody uses at the moment, and returns its address.
    public func copy(of address: String) throws -> String {
        let name = "test\(databaseCount.add(1, ordering: .relaxed).newValue)"
        // Copying the files takes half as long as writing a log of them.
        try run("createdb", ["--strategy", "file_copy", "-T", database(at: address), name])
        return self.address(of: name)
    }

    /// Removes a database, and ends its connections.
    public func drop(_ address: String) throws {
        try run("dropdb", ["--force", database(at: address)])
    }

    private func database(at address: String) -> String {
        String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
    }

    /// Returns the address of a database, for a role and with further parameters of libpq.
    public func address(of database: String, as user: String = "market", _ parameters: String = "") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)\(parameters.isEmpty ? "" : "&")\(parameters)"
    }

    /// Executes SQL as the superuser and returns what `psql` prints, without headers.
    @discardableResult
    public func execute(_ sql: String, in address: String) throws -> String {
        try run("psql", ["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", sql, address], connects: false)
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String], connects: Bool = true) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(programs)/\(program)")
        process.arguments = (connects ? ["-h", folder, "-U", "market"] : []) + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestClusterError(text: "\(program): \(text)") }
        return text
    }
}

/// PostgreSQL or one of its programs failed.
public struct TestClusterError: Error, CustomStringConvertible {
    public let text: String
    public var description: String { text }
}
