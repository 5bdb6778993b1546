import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import Synchronization

/// An encoded response to a GET request, with the revision at which it was last known to be valid.
final class CachedResponse: Sendable {
    /// What a response shows, which determines the changes that invalidate it.
    enum Subject: Hashable, Sendable {
        /// Invalidated by any change.
        case list
        /// Invalidated by a change of this product.
        case product(Product.ID, version: ProductVersion)
    }

    /// The body in one coding, with its response head.
    struct Representation: Sendable {
        let head: HTTPResponse
        /// The body; nil of a 304.
        let body: ByteBuffer?
    }

    let subject: Subject
    private let tag: String
    private let body: ByteBuffer
    private let plain: Representation
    private let notModified: Representation
    /// The meters that count the response when it bypasses the router.
    let meters: RequestMetrics.HotMeters
    private let verifiedRevision: Atomic<Int64>
    private let compressed = Mutex<Representation?>(nil)

    /// Smaller bodies gain nothing from compression: they fit into one packet uncompressed.
    private static let leastCompressibleByteCount = 860

    private let headers: HTTPFields

    /// - Parameters:
    ///   - headers: headers in addition to those for caching; by default those of a JSON response.
    ///   - vary: the request headers that the response depends on.
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
        self.body = ByteBuffer(bytes: body)
        plain = Representation(head: Self.head(headers, tag: tag, byteCount: body.count), body: self.body)
        var notModified = HTTPResponse(status: .notModified)
        notModified.headerFields = [
            .eTag: tag, .cacheControl: "no-cache", .vary: vary, .xContentTypeOptions: "nosniff",
        ]
        self.notModified = Representation(head: notModified, body: nil)
    }

    /// Returns whether the response is known to be valid at a revision, without asking the store.
    func isFresh(at revision: Revision) -> Bool {
        verifiedRevision.load(ordering: .acquiring) == revision.rawValue
    }

    /// Returns whether the response was known to be valid at a revision or later.
    func isNotOlder(than revision: Revision) -> Bool {
        verifiedRevision.load(ordering: .acquiring) >= revision.rawValue
    }

    /// Records that the response is valid at a revision.
    func revalidate(at revision: Revision) {
        verifiedRevision.store(revision.rawValue, ordering: .releasing)
    }

    /// Returns what a request wants: 304 if it knows the tag, or the body in a coding that it accepts.
    func representation(for wanted: ContentNegotiation) -> Representation {
        if wanted.knows(tag) { return notModified }
        switch wanted.coding {
        case .identity: return plain
        case .gzipIfShorter where body.readableBytes < Self.leastCompressibleByteCount: return plain
        case .gzipIfShorter, .gzip: return gzipped() ?? plain
        }
    }

    /// Returns the gzip representation, which is created on first use and kept.
    private func gzipped() -> Representation? {
        if let representation = compressed.withLock({ $0 }) { return representation }
        guard let bytes = Gzip.compress(body.readableBytesView) else { return nil }
        // A strong tag identifies exact bytes, and the compressed bytes differ.
        var head = Self.head(headers, tag: "W/" + tag, byteCount: bytes.count)
        head.headerFields[.contentEncoding] = "gzip"
        let representation = Representation(head: head, body: ByteBuffer(bytes: bytes))
        compressed.withLock { $0 = representation }
        return representation
    }

    /// The approximate memory use of the response in bytes.
    var byteCount: Int { body.readableBytes * 3 / 2 + 1500 }

    private static func head(_ headers: HTTPFields, tag: String, byteCount: Int) -> HTTPResponse {
        var head = HTTPResponse(status: .ok)
        head.headerFields = headers
        head.headerFields[.eTag] = tag
        head.headerFields[.contentLength] = String(byteCount)
        return head
    }
}
