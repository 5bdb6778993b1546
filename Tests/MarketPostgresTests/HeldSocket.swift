import Foundation
import Synchronization
import TestClusters

@testable import MarketPostgres

/// A Unix socket in front of PostgreSQL's that can hold new connections, as a slow network or a server that hangs.
///
/// As long as it holds none, it is a link to PostgreSQL's own, so that connections don't depend on it.
final class HeldSocket: Sendable {
    /// The folder of the socket.
    let folder: String
    private let cluster: TestCluster
    private let listener: Int32
    /// Connections that are established only; nil once they are released.
    private let held = Mutex<Set<Int32>?>([])

    private static let socketName = ".s.PGSQL.5432"
    private var path: String { "\(folder)/\(Self.socketName)" }
    private var clusterPath: String { "\(cluster.folder)/\(Self.socketName)" }

    init(cluster: TestCluster) throws {
        self.cluster = cluster
        folder = "/tmp/market-cancel-\(UUID().uuidString.prefix(8))"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try passConnections()
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Settings for a database whose connections use this socket.
    func settings(_ database: String) throws -> PostgresSettings {
        try PostgresSettings(address: database.replacing("host=\(cluster.folder)", with: "host=\(folder)"))
    }

    /// Passes new connections to the server.
    private func passConnections() throws {
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: clusterPath)
    }

    /// Holds new connections instead of passing them to the server.
    func hold() throws {
        try FileManager.default.removeItem(atPath: path)
        guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
    }

    /// Waits for a request to cancel a statement, for which libpq opens a connection of its own. The connection stays
    /// open, and new ones are passed to the server again.
    func receiveCancelRequest() async throws -> Int32 {
        let client = try await onOwnThread { [listener] in accept(listener, nil, nil) }
        try passConnections()
        return client
    }

    /// Passes the request to cancel a statement on, and waits until the server has carried it out.
    func deliverCancelRequest(_ client: Int32) async throws {
        try await onOwnThread { [clusterPath] in
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(server) }
            let result = Self.withAddress(clusterPath) { connect(server, $0, $1) }
            // Its length, its kind, the process and the key.
            var request = [UInt8](repeating: 0, count: 16)
            guard result == 0, recv(client, &request, request.count, Int32(MSG_WAITALL)) == request.count,
                send(server, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
            else { return -1 }
            return Int32(recv(server, &request, 1, 0))
        }
        close(client)
    }

    /// Lets every held connection be established, and passes no statement on, until ``release()``.
    func establishOnly() {
        Thread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread { [self] in establish(client) }.start()
            }
        }.start()
    }

    /// Ends the held connections and passes new ones to the server again.
    func release() throws {
        try passConnections()
        shutdown(listener, Int32(SHUT_RDWR))
        held.withLock { held in
            for client in held ?? [] { shutdown(client, Int32(SHUT_RDWR)) }
            held = nil
        }
    }

    private func establish(_ client: Int32) {
        defer { close(client) }
        let isHeld = held.withLock { held in
            held?.insert(client)
            return held != nil
        }
        guard isHeld else { return }
        defer { held.withLock { _ = $0?.remove(client) } }
        // The start-up message is the only one of the client that arrives, and the answer to it the only one of the server.
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        var count = recv(client, &bytes, bytes.count, 0)
        guard count > 0, Self.withAddress(clusterPath, { connect(server, $0, $1) }) == 0 else { return }
        send(server, bytes, count, Int32(MSG_NOSIGNAL))
        repeat {
            count = recv(server, &bytes, bytes.count, 0)
            guard count > 0, send(client, bytes, count, Int32(MSG_NOSIGNAL)) == count else { return }
        } while !Self.isReady(bytes[..<count])
        // It ends with the client's connection.
        while recv(client, &bytes, bytes.count, 0) > 0 {}
    }

    /// Whether bytes end with PostgreSQL's message that it is ready for a statement.
    private static func isReady(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.suffix(6).elementsEqual(Array("Z\0\0\0\u{5}I".utf8))
    }

    @discardableResult
    private func onOwnThread(_ work: @escaping @Sendable () -> Int32) async throws -> Int32 {
        let result = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
        guard result >= 0 else { throw POSIXError(.EIO) }
        return result
    }

    private static func withAddress(_ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
