import Foundation
import MarketCore
import Synchronization

@testable import MarketS3

/// A server on 127.0.0.1 that does with each connection what a test says, on a thread of its own.
final class ScriptedStore: Sendable {
    let port: Int
    private let listener: Int32
    private let connectionCounter = Mutex(0)
    private let events: AsyncStream<String>
    private let reporting: AsyncStream<String>.Continuation

    /// How many connections have been accepted.
    var connectionCount: Int { connectionCounter.withLock { $0 } }

    /// - Parameters:
    ///   - receiveBuffer: the number of bytes that are taken before they are read; nil for the system's choice.
    ///   - serve: is called with each connection and its number, from 0. The connection is closed afterwards.
    init(receiveBuffer: Int32? = nil, _ serve: @escaping @Sendable (ScriptedConnection, Int) -> Void) throws {
        (events, reporting) = AsyncStream.makeStream()
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, address, length) == 0 && listen(listener, 64) == 0
                && getsockname(listener, address, &length) == 0
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        Thread { [weak self] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0, let self else { return }
                let number = connectionCounter.withLock { count in
                    defer { count += 1 }
                    return count
                }
                let connection = ScriptedConnection(socket: socket, report: { [reporting] in reporting.yield($0) })
                Thread {
                    serve(connection, number)
                    close(socket)
                }.start()
            }
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Waits for what a connection reports next.
    func nextEvent() async -> String? { await events.first { _ in true } }

    /// What the time limits of a client are multiplied by, also that for connecting, which a busy machine would reach.
    static let slowness = 100

    /// Returns a client whose time limits are those of the requests, multiplied.
    func client(connections: Int = 8, slowness: Int = ScriptedStore.slowness) throws -> S3Client {
        try S3Client(
            location: S3Location(address: "s3://market?endpoint=http://127.0.0.1:\(port)"),
            credentials: S3CredentialSource(S3Credentials(accessKey: "key", secretKey: "secret")),
            connections: connections,
            slowness: slowness,
            clock: SystemWallClock()
        )
    }
}

/// A connection to a ``ScriptedStore``.
struct ScriptedConnection: Sendable {
    fileprivate let socket: Int32
    /// Reports to the test that something has happened.
    let report: @Sendable (String) -> Void

    /// Returns the lines before the body of a request, or nil at the end of the connection.
    func readHead() -> String? {
        var head: [UInt8] = []
        while !head.reversed().starts(with: "\r\n\r\n".utf8.reversed()) {
            let byte = read(1)
            if byte.isEmpty { return nil }
            head += byte
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Returns some bytes; none at the end of the connection.
    func read(_ limit: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(socket, &bytes, limit, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Returns exactly as many bytes, or fewer at the end of the connection.
    func readAll(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = read(count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// Reads until the other side closes the connection.
    func readToEnd() { while !read(1 << 16).isEmpty {} }

    /// Lets some time pass, as a slow network does.
    func pause(_ time: Duration) {
        _ = poll(nil, 0, time.pollMilliseconds)
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a response with a body.
    func answer(_ status: String = "200 OK", headers: String = "", _ body: String = "") {
        write("HTTP/1.1 \(status)\r\n\(headers)content-length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
