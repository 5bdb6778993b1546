import HTTPTypes
import Hummingbird
import MarketAPI
import ServerFiles

/// A file that is embedded in the program.
struct ServerFile: Sendable {
    /// The address of the market in examples, instead of which readers see the one that they asked.
    private static let example = "http://localhost:8080"

    private let bytes: ByteBuffer
    private let headers: HTTPFields
    private let tag: String
    private let namesMarket: Bool

    /// The image of products without images.
    static let placeholder = ServerFile(
        server_file_placeholder,
        type: "image/png",
        cacheControl: "public, max-age=86400"
    )

    /// The OpenAPI document of the API.
    static let document = ServerFile(
        server_file_openapi,
        type: "application/json",
        cacheControl: "no-cache",
        namesMarket: true
    )

    /// The documentation of the API, as one page that loads nothing.
    static let documentation = ServerFile(
        server_file_docs,
        type: "text/html; charset=utf-8",
        cacheControl: "no-cache",
        others: [
            .contentSecurityPolicy: "default-src 'none'; style-src '\(SERVER_FILE_DOCS_STYLE)'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
        ],
        namesMarket: true
    )

    func response(to request: Request) -> Response { response(to: request, bytes, tag) }

    /// Returns the file with the address of the market in its examples.
    ///
    /// - Parameter origin: scheme, host and port, without characters that HTML or JSON would have to escape.
    func response(to request: Request, origin: String) -> Response {
        guard namesMarket, origin != Self.example else { return response(to: request) }
        let text = String(buffer: bytes).replacing(Self.example, with: origin)
        let bytes = ByteBuffer(string: text)
        return response(to: request, bytes, EntityTag.of(bytes.readableBytesView))
    }

    private func response(to request: Request, _ bytes: ByteBuffer, _ tag: String) -> Response {
        var headers = headers
        headers[.eTag] = tag
        if request.negotiation.knows(tag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    private init(
        _ file: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>,
        type: String,
        cacheControl: String,
        others: HTTPFields = [:],
        namesMarket: Bool = false
    ) {
        var count = 0
        let start = file(&count)
        bytes = ByteBuffer(bytes: UnsafeBufferPointer(start: start, count: count))
        tag = EntityTag.of(bytes.readableBytesView)
        var headers = others
        headers[.contentType] = type
        headers[.cacheControl] = cacheControl
        self.headers = headers
        self.namesMarket = namesMarket
    }
}
