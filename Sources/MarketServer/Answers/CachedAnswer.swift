import HTTPTypes
import MarketAPI
import MarketModels
import NIOCore
import Synchronization

/// An encoded answer of a GET, with the revision up to which it is known to be right.
final class CachedAnswer: Sendable {
    /// What the answer shows, and so what can make it wrong.
    enum Subject: Hashable, Sendable {
        /// Any change.
        case list
        /// A change of this product.
        case product(Product.ID, version: Int64)
    }

    /// The bytes in one encoding, with the head that goes before them.
    struct Form: Sendable {
        let head: HTTPResponse
        let body: ByteBuffer
    }

    let subject: Subject
    let tag: String
    let plain: Form
    let notModified: HTTPResponse
    /// Where the answer is counted when it goes out without the router.
    let meters: RequestMetrics.HotMeters
    private let verifiedRevision: Atomic<Int64>
    private let compressed = Mutex<Form?>(nil)

    /// Bodies that are smaller gain nothing from compression: they fit into one packet as they are.
    private static let leastCompressibleByteCount = 860

    private let headers: HTTPFields

    /// - Parameters:
    ///   - headers: beside those for caches; without any the answer is JSON.
    ///   - vary: which headers of a request the answer depends on.
    init(
        subject: Subject,
        body: [UInt8],
        revision: Revision,
        headers: HTTPFields = [.contentType: "application/json"],
        vary: String = "Accept-Encoding",
        meters: RequestMetrics.HotMeters
    ) {
        var headers = headers
        headers[.vary] = vary
        headers[.cacheControl] = "no-cache"
        headers[.xContentTypeOptions] = "nosniff"
        self.headers = headers
        self.subject = subject
        tag = EntityTag.of(body)
        self.meters = meters
        verifiedRevision = Atomic(revision.rawValue)
        plain = Form(head: Self.head(headers, tag: tag, byteCount: body.count), body: ByteBuffer(bytes: body))
        var notModified = HTTPResponse(status: .notModified)
        notModified.headerFields = [
            .eTag: tag, .cacheControl: "no-cache", .vary: vary, .xContentTypeOptions: "nosniff",
        ]
        self.notModified = notModified
    }

    /// Whether nothing has changed that the answer shows, as far as is known without asking the store.
    func isFresh(at revision: Revision) -> Bool {
        verifiedRevision.load(ordering: .acquiring) == revision.rawValue
    }

    /// Notes that the answer was found to be still right.
    func confirm(at revision: Revision) {
        verifiedRevision.store(revision.rawValue, ordering: .releasing)
    }

    /// The gzip form, made when it is first asked for and kept; nil where it would save nothing.
    func gzipped() -> Form? {
        guard plain.body.readableBytes >= Self.leastCompressibleByteCount else { return nil }
        if let form = compressed.withLock({ $0 }) { return form }
        guard let bytes = Gzip.compress(plain.body.readableBytesView) else { return nil }
        // A strong tag names exact bytes, and these are others.
        var head = Self.head(headers, tag: "W/" + tag, byteCount: bytes.count)
        head.headerFields[.contentEncoding] = "gzip"
        let form = Form(head: head, body: ByteBuffer(bytes: bytes))
        compressed.withLock { $0 = form }
        return form
    }

    /// What the answer weighs in memory, about.
    var byteCount: Int { plain.body.readableBytes * 3 / 2 + 1500 }

    private static func head(_ headers: HTTPFields, tag: String, byteCount: Int) -> HTTPResponse {
        var head = HTTPResponse(status: .ok)
        head.headerFields = headers
        head.headerFields[.eTag] = tag
        head.headerFields[.contentLength] = String(byteCount)
        return head
    }
}
