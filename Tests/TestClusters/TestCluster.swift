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
    private let session: Mutex<PsqlSession>

    /// The cluster of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestCluster { try await start.value }

    private static let start = Task { try TestCluster() }

    private init() throws {
        process = try TestProcess("PostgreSQL", "/bin/bash", "cluster.sh")
        let parts = process.line.split(separator: " ").map(String.init)
        guard parts.count == 2 else { throw TestClusterError(text: "PostgreSQL could not be started") }
        (folder, programs) = (parts[0], parts[1])
        session = Mutex(try PsqlSession("\(programs)/psql", "postgres://market@/postgres?host=\(folder)"))
    }

    /// Creates an empty database and returns its address.
    public func database() throws -> String { try copy(ofDatabase: "template0") }

    /// Creates a copy of a database that nobody uses at the moment, and returns its address.
    ///
    /// - Parameter sql: a statement that is executed in the copy.
    public func copy(of address: String, executing sql: String? = nil) throws -> String {
        try copy(ofDatabase: database(at: address), executing: sql)
    }

    private func copy(ofDatabase template: String, executing sql: String? = nil) throws -> String {
        let name = "test\(databaseCount.add(1, ordering: .relaxed).newValue)"
        // Copying the files takes half as long as writing a log of them.
        var script = "CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY file_copy"
        if let sql { script += ";\n\\connect \(name)\n\(sql);\n\\connect postgres\n" }
        try session.withLock { try $0.execute(script) }
        return address(of: name)
    }

    /// Removes a database, and ends its connections.
    public func drop(_ address: String) throws {
        try session.withLock { try $0.execute("DROP DATABASE \(database(at: address)) WITH (FORCE)") }
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
        try run("psql", ["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", sql, address])
    }

    /// Runs a program of PostgreSQL and returns what it prints.
    @discardableResult
    public func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(programs)/\(program)")
        process.arguments = arguments
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

/// A session that creates and removes databases. Starting a program for each takes longer than copying one.
private struct PsqlSession {
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameters:
    ///   - program: the path of `psql`.
    ///   - address: the address of a database that always exists.
    init(_ program: String, _ address: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-X", "-q", address]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        try process.run()
    }

    /// Executes a statement that returns nothing.
    ///
    /// - Throws: ``TestClusterError`` with what PostgreSQL says of it.
    func execute(_ sql: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(sql);\n\\warn done\n".utf8))
        var failure = ""
        while let line = try output.fileHandleForReading.readLine() {
            if line != "done" {
                failure += line + "\n"
            } else if failure.isEmpty {
                return
            } else {
                break
            }
        }
        throw TestClusterError(text: "\(sql): \(failure)")
    }
}

/// PostgreSQL or one of its programs failed.
public struct TestClusterError: Error, CustomStringConvertible {
    public let text: String
    public var description: String { text }
}
