import HTTPTypes
import Hummingbird
import MarketAPI
import ServerFiles

/// A file that is embedded in the program.
struct ServerFile: Sendable {
    private let bytes: ByteBuffer
    private let headers: HTTPFields
    private let tag: String

    /// The image of products without images.
    static let placeholder = ServerFile(
        server_file_placeholder,
        type: "image/png",
        cacheControl: "public, max-age=86400"
    )

    /// The OpenAPI document of the API.
    static let document = ServerFile(server_file_openapi, type: "application/json", cacheControl: "no-cache")

    /// The documentation of the API, as one page that loads nothing.
    static let documentation = ServerFile(
        server_file_docs,
        type: "text/html; charset=utf-8",
        cacheControl: "no-cache",
        others: [
            .contentSecurityPolicy: "default-src 'none'; style-src '\(SERVER_FILE_DOCS_STYLE)'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
        ]
    )

    func response(to request: Request) -> Response {
        if let known = request.headers[.ifNoneMatch], EntityTag.isNamed(tag, in: known) {
            var headers = headers
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    private init(
        _ file: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>,
        type: String,
        cacheControl: String,
        others: HTTPFields = [:]
    ) {
        var count = 0
        let start = file(&count)
        bytes = ByteBuffer(bytes: UnsafeBufferPointer(start: start, count: count))
        tag = EntityTag.of(bytes.readableBytesView)
        var headers = others
        headers[.contentType] = type
        headers[.cacheControl] = cacheControl
        headers[.eTag] = tag
        self.headers = headers
    }
}
