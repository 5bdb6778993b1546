import Foundation
import MarketCore
import MarketServer

/// A connection to the socket of a running server, for a single request. It blocks.
///
/// It uses sockets directly, because an HTTP client library for this one request made up a twelfth of the compiled
/// code.
enum AdminConnection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The timeout of one read or write in seconds. A request may have to wait for other writes.
    private static let timeout = 30
    private static let maximumByteCount = 16 * 1024 * 1024

    static func post(_ body: Data, to path: String) throws -> Data {
        let descriptor = try connect(to: path)
        defer { close(descriptor) }
        let head = """
            POST \(AdminSocket.requestPath) HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r\n
            """
        try send(Array(head.utf8) + Array(body), to: descriptor)
        let response = try receive(from: descriptor)
        guard let end = response.range(of: Data("\r\n\r\n".utf8)), response.starts(with: Data("HTTP/1.1 200".utf8))
        else {
            throw Failure(description: "invalid response")
        }
        return response[end.upperBound...]
    }

    private static func connect(to path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard AdminSocket.fits(path) else { throw Failure(description: "the path is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        #if os(Linux)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw failure() }
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            let error = failure()
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) throws {
        #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, flags)
            }
            guard count > 0 else { throw failure() }
            sent += count
        }
    }

    private static func receive(from descriptor: Int32) throws -> Data {
        var response = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw failure() }
            if count == 0 { return response }
            response += buffer[..<count]
            guard response.count <= maximumByteCount else { throw Failure(description: "the response is too large") }
        }
    }

    private static func failure() -> Failure { Failure(description: SystemError.last.description) }
}
