import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// A TCP connection whose bytes the test writes and reads itself, with time limits.
///
/// Blocking happens on its own thread: the few threads that run tasks belong to the server.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// - Parameter source: the local address of the connection, any of 127.0.0.0/8.
    init(port: Int, from source: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let source {
            let result = try SocketAddress(ipAddress: source, port: 0).withSockAddr {
                bind(descriptor, $0, socklen_t($1))
            }
            guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        }
        let server = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let result = server.withSockAddr { connect(descriptor, $0, socklen_t($1)) }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: whether everything was sent. A connection that the server has closed accepts nothing.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) async -> Bool {
        let bytes = Array(bytes)
        return await onOwnThread { self.sendNow(bytes) }
    }

    @discardableResult
    func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    private func sendNow(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Closes the half of the connection on which this side sends.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until the text arrives, the server closes the connection, or the time is over.
    func read(until end: String? = nil, seconds: Double = 600) async -> String {
        await onOwnThread { self.readNow(until: end, seconds: seconds) }
    }

    private func readNow(until end: String?, seconds: Double) -> String {
        var received: [UInt8] = []
        let deadline = Date(timeIntervalSinceNow: seconds)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while deadline.timeIntervalSinceNow > 0 {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, Int32(max(1, deadline.timeIntervalSinceNow * 1000))) > 0 else { break }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            received += chunk.prefix(count)
            if let end, String(decoding: received, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads one complete response, and returns its status and body.
    func readAnswer(seconds: Double = 600) async -> (status: Int, body: String)? {
        await onOwnThread { self.readAnswerNow(seconds: seconds) }
    }

    private func readAnswerNow(seconds: Double) -> (status: Int, body: String)? {
        var text = readNow(until: "\r\n\r\n", seconds: seconds)
        guard let headEnd = text.range(of: "\r\n\r\n"),
            let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let length = text[..<headEnd.lowerBound].split(separator: "\r\n")
                .first(where: { $0.lowercased().hasPrefix("content-length:") })
                .flatMap({ Int($0.dropFirst("content-length:".count).filter { $0 != " " }) })
        else { return nil }
        while text[headEnd.upperBound...].utf8.count < length {
            let more = readNow(until: "", seconds: seconds)
            guard !more.isEmpty else { return nil }
            text += more
        }
        return (status, String(text[headEnd.upperBound...]))
    }

    /// Returns whether the server closes the connection in time.
    func isClosedByServer(within seconds: Double) async -> Bool {
        await onOwnThread { self.isClosedNow(within: seconds) }
    }

    private func isClosedNow(within seconds: Double) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte = [UInt8](repeating: 0, count: 1)
        guard Glibc.poll(&poll, 1, Int32(seconds * 1000)) > 0 else { return false }
        return recv(descriptor, &byte, 1, 0) <= 0
    }
}

private func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: work()) }.start()
    }
}
