import Foundation
import MarketServer

/// One request to the socket of a running server. It blocks.
///
/// Written by hand, because an HTTP client with everything that it needs was a twelfth of what was compiled for the
/// program, for this one call.
enum AdminConnection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long one reading or writing may take, in seconds: what is asked may wait for others' writes.
    private static let patience = 30
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
        let answer = try receive(from: descriptor)
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)), answer.starts(with: Data("HTTP/1.1 200".utf8)) else {
            throw Failure(description: "it gives no answer")
        }
        return answer[end.upperBound...]
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
        var time = timeval(tv_sec: patience, tv_usec: 0)
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
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw failure() }
            if count == 0 { return answer }
            answer += buffer[..<count]
            guard answer.count <= maximumByteCount else { throw Failure(description: "the answer is too long") }
        }
    }

    private static func failure() -> Failure { Failure(description: String(cString: strerror(errno))) }
}
