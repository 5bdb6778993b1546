import Foundation
import Synchronization
import TestClusters

/// A port on 127.0.0.1 in front of the test cluster that can stop answering, as a machine that hangs or whose packets vanish.
final class StallingServer: Sendable {
    enum Kind: String {
        /// Connections are established by the system, and nobody accepts them.
        case neverAccepts
        /// Connections are accepted, and nothing is answered.
        case saysNothing
        /// Everything is passed to the cluster until ``stall()``.
        case forwards
    }

    let port: Int
    private let listener: Int32
    private let cluster: String
    private let isStalled: Mutex<Bool>
    /// The clients that are connected, and how many have been.
    private let clients = Mutex((open: Set<Int32>(), count: 0))

    init(_ kind: Kind, cluster: TestCluster) throws {
        self.cluster = "\(cluster.folder)/.s.PGSQL.5432"
        isStalled = Mutex(kind != .forwards)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        guard kind != .neverAccepts else { return }
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                clients.withLock { clients in
                    clients.open.insert(client)
                    clients.count += 1
                }
                Thread.detachNewThread { [self] in serve(client) }
            }
        }
    }

    /// The number of connections that were accepted.
    var connectionCount: Int { clients.withLock { $0.count } }

    /// Answers nothing any more, on no connection.
    func stall() { isStalled.withLock { $0 = true } }

    /// Answers new connections again. Those whose words have vanished end, as the network tells when it is well.
    func recover() {
        endConnections()
        isStalled.withLock { $0 = false }
    }

    /// Ends all connections and accepts no more.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        endConnections()
    }

    private func endConnections() {
        clients.withLock { clients in
            for client in clients.open { shutdown(client, Int32(SHUT_RDWR)) }
        }
    }

    /// Returns the address of a database that has this host first and the cluster second.
    func address(before database: String, host: String = "127.0.0.1") -> String {
        let (name, folder) = (database.prefix { $0 != "?" }, cluster.dropLast("/.s.PGSQL.5432".count))
        return "\(name)?host=\(host),\(folder)&port=\(port),5432"
    }

    /// Returns the address of a database that has this host only.
    func address(of database: String) -> String {
        "\(database.prefix { $0 != "?" })?host=127.0.0.1&port=\(port)"
    }

    private func serve(_ client: Int32) {
        defer {
            clients.withLock { clients in
                clients.open.remove(client)
                close(client)
            }
        }
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: cluster.utf8) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { return }
        while true {
            var ends = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ends, 2, -1) > 0 else { return }
            for (from, to) in [(0, server), (1, client)] where ends[from].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 16384)
                let count = recv(ends[from].fd, &bytes, bytes.count, 0)
                guard count > 0 else { return }
                // What is said to a machine that hangs vanishes.
                if isStalled.withLock({ $0 }) { continue }
                guard send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count else { return }
            }
        }
    }
}
