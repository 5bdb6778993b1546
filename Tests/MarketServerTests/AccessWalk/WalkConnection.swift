import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// A request of the walk. It asks for no compression, so that its response can be searched as it is.
struct WalkCall: Sendable {
    let method: String
    let target: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    fileprivate var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html, application/json;q=0.5\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

struct WalkAnswer: Sendable {
    let status: Int
    /// The head, an empty line, the body, and a zero.
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func header(_ name: String) -> String? { headers(name).first }

    func headers(_ name: String) -> [String] {
        let end = bytes.offsets(of: "\r\n\r\n", limit: 1).first ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name else { return nil }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
    }

    /// Returns the offsets at which a text occurs. Images, in which none is, are searched up to the first zero.
    func offsets(of text: String) -> [Int] { bytes.offsets(of: text) }

    func contains(_ text: String) -> Bool { !offsets(of: text).isEmpty }
}

/// A connection that is kept alive over thousands of calls, and replaced when the server closes it.
///
/// Blocking happens on threads of its own: the few threads that run tasks belong to the server.
final class WalkConnection: @unchecked Sendable {
    private let port: Int
    private var descriptor: Int32 = -1
    private var received: [UInt8] = []

    init(port: Int) {
        self.port = port
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sends calls one after the other. Only one task may do this at a time.
    func send(_ calls: [WalkCall]) async -> [WalkAnswer?] {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: calls.map { self.answer(to: $0) }) }.start()
        }
    }

    private func answer(to call: WalkCall) -> WalkAnswer? {
        // The server may have closed the connection since the last response.
        for _ in 0..<2 {
            if descriptor < 0, !open() { return nil }
            if write(call.bytes), let answer = readAnswer(isHead: call.method == "HEAD") { return answer }
            disconnect()
        }
        return nil
    }

    private func open() -> Bool {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let server = try? SocketAddress(ipAddress: "127.0.0.1", port: port)
        return server?.withSockAddr { connect(descriptor, $0, socklen_t($1)) } == 0
    }

    private func disconnect() {
        close(descriptor)
        descriptor = -1
        received = []
    }

    private func write(_ bytes: [UInt8]) -> Bool {
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

    private func readAnswer(isHead: Bool) -> WalkAnswer? {
        var end = headEnd
        while end == nil {
            guard readMore() else { return nil }
            end = headEnd
        }
        guard let end else { return nil }
        let head = String(decoding: received[..<end], as: UTF8.self).lowercased()
        guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }
        let isClosing = head.contains("connection: close")
        var total = end + (isHead || status == 204 || status == 304 ? 0 : length ?? 0)
        if length == nil, isClosing {
            while readMore() {}
            total = received.count
        }
        while received.count < total { guard readMore() else { return nil } }
        let answer = WalkAnswer(status: status, bytes: received[..<total] + [0])
        received.removeFirst(total)
        if isClosing { disconnect() }
        return answer
    }

    private var headEnd: Int? { (received + [0]).offsets(of: "\r\n\r\n", limit: 1).first.map { $0 + 4 } }

    private func readMore() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        received += chunk[..<count]
        return true
    }
}

extension [UInt8] {
    /// Returns the offsets at which a text occurs before the first zero, which there must be, as quickly as the C library
    /// finds them.
    fileprivate func offsets(of text: String, limit: Int = .max) -> [Int] {
        var offsets: [Int] = []
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            var start = base
            while offsets.count < limit, let found = strstr(start, text) {
                offsets.append(UnsafePointer(found) - base)
                start = UnsafePointer(found) + text.utf8.count
            }
        }
        return offsets
    }
}
