import HTTPTypes
import Hummingbird
import MarketAPI
import MarketModels
import ServerFiles

/// A file that is embedded in the program.
struct ServerFile: Sendable {
    /// The address of the market in examples, instead of which readers see the one that they asked.
    private static let example = "http://localhost:8080"

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
    static let document = ServerFile(
        server_file_openapi,
        type: "application/json",
        cacheControl: "no-cache"
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
        ]
    )

    func response(to request: Request) -> Response {
        var headers = headers
        headers[.eTag] = tag
        if request.negotiation.knows(tag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    /// Returns the file with the address of the market in its examples, for the response cache, which compresses it.
    ///
    /// - Parameter origin: scheme, host and port, without characters that HTML or JSON would have to escape.
    func content(
        origin: Origin,
        revision: Revision,
        meters: RequestMetrics.HotMeters
    ) -> CachedResponse.Content {
        CachedResponse.Content(
            subject: .list,
            body: Array(String(buffer: bytes).replacing(Self.example, with: origin.text).utf8),
            revision: revision,
            headers: headers,
            vary: "Accept-Encoding",
            meters: meters
        )
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
        self.headers = headers
    }
}
