import Foundation
import TestClusters

@testable import MarketPostgres

/// A request to cancel a statement that reaches the server only when the test lets it, as over a slow network.
///
/// libpq sends such a request over a connection of its own to the same Unix socket, in whose place this one listens.
final class HeldCancelRequest: Sendable {
    /// The folder of the socket.
    let folder: String
    private let cluster: TestCluster
    private let listener: Int32

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

    /// Holds the next connection instead of passing it to the server.
    func hold() throws {
        try FileManager.default.removeItem(atPath: path)
        guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
    }

    /// Waits for the request, whose connection stays open. New connections are passed to the server again.
    func receive() async throws -> Int32 {
        let client = try await onOwnThread { [listener] in accept(listener, nil, nil) }
        try passConnections()
        return client
    }

    /// Passes the request of a connection on, and waits until the server has carried it out.
    func deliver(_ client: Int32) async throws {
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
