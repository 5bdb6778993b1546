import HTTPTypes
import NIOCore

/// The headers that responses of one kind share, encoded once.
final class CachedHeaders: Sendable {
    static let json = CachedHeaders([.contentType: "application/json"])

    fileprivate let ok: HTTPFields
    fileprivate let notModified: HTTPFields
    /// The status line and the fields of a 200 as bytes, each line with its end.
    fileprivate let okBytes: ByteBuffer
    /// The fields of a 304 as bytes. Its tag comes before them.
    fileprivate let notModifiedBytes: ByteBuffer

    /// - Parameters:
    ///   - fields: headers in addition to those for caching.
    ///   - vary: the request headers that the response depends on.
    init(_ fields: HTTPFields, vary: String = "Accept-Encoding") {
        let caching: HTTPFields = [.cacheControl: "no-cache", .vary: vary, .xContentTypeOptions: "nosniff"]
        var ok = fields
        for name in [HTTPField.Name.vary, .cacheControl, .xContentTypeOptions] { ok[name] = caching[name] }
        self.ok = ok
        notModified = caching
        okBytes = ByteBuffer(string: "HTTP/1.1 200 OK\r\n" + Self.lines(ok))
        notModifiedBytes = ByteBuffer(string: Self.lines(caching))
    }

    private static func lines(_ fields: HTTPFields) -> String {
        fields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
    }
}

/// A cached response in the form that a request wants, for the router or as the bytes that go to the socket.
struct CachedRepresentation: Sendable {
    enum Content: Sendable {
        case plain(ByteBuffer)
        case gzip(ByteBuffer)
        case notModified
    }

    let headers: CachedHeaders
    let tag: String
    let content: Content

    /// The body; nil of a 304.
    var body: ByteBuffer? {
        switch content {
        case .plain(let body), .gzip(let body): body
        case .notModified: nil
        }
    }

    /// The head, without a date.
    var head: HTTPResponse {
        var head = HTTPResponse(status: body == nil ? .notModified : .ok)
        if let body {
            head.headerFields = headers.ok
            head.headerFields.append(HTTPField(name: .eTag, value: tag))
            head.headerFields.append(HTTPField(name: .contentLength, value: String(body.readableBytes)))
        } else {
            head.headerFields = [.eTag: tag]
            for field in headers.notModified { head.headerFields.append(field) }
        }
        if case .gzip = content { head.headerFields.append(HTTPField(name: .contentEncoding, value: "gzip")) }
        return head
    }

    /// Returns the whole response as HTTP/1.1: exactly what the encoders make of ``head`` and the body, in a tenth of the
    /// time.
    func bytes(date: String, closesConnection: Bool) -> ByteBuffer {
        // The lines beside those of `headers` have at most 200 bytes.
        var bytes = ByteBuffer()
        bytes.reserveCapacity(headers.okBytes.readableBytes + tag.utf8.count + (body?.readableBytes ?? 0) + 200)
        if let body {
            bytes.writeImmutableBuffer(headers.okBytes)
            writeTag(to: &bytes)
            bytes.writeStaticString("Content-Length: ")
            bytes.writeString(String(body.readableBytes))
            bytes.writeStaticString("\r\n")
        } else {
            bytes.writeStaticString("HTTP/1.1 304 Not Modified\r\n")
            writeTag(to: &bytes)
            bytes.writeImmutableBuffer(headers.notModifiedBytes)
        }
        if case .gzip = content { bytes.writeStaticString("Content-Encoding: gzip\r\n") }
        bytes.writeStaticString("Date: ")
        bytes.writeString(date)
        bytes.writeStaticString(closesConnection ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n")
        if let body { bytes.writeImmutableBuffer(body) }
        return bytes
    }

    private func writeTag(to bytes: inout ByteBuffer) {
        bytes.writeStaticString("ETag: ")
        bytes.writeString(tag)
        bytes.writeStaticString("\r\n")
    }
}
