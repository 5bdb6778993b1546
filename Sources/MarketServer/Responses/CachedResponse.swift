package import HTTPTypes
import MarketAPI
package import MarketCore
package import MarketModels
import NIOCore
import Synchronization

/// An encoded response to a GET request, with the revision at which it was last known to be valid.
package final class CachedResponse: Sendable {
    /// What a response shows, which determines the changes that invalidate it.
    package enum Subject: Hashable, Sendable {
        /// Invalidated by any change.
        case list
        /// Invalidated by a change of this product.
        case product(Product.ID, version: ProductVersion)
    }

    /// What a response is made of.
    package struct Content: Sendable {
        let subject: Subject
        let body: [UInt8]
        /// The revision at which the contents were read, or an earlier one.
        let revision: Revision
        /// By default those of JSON.
        var headers = CachedHeaders.json
        /// The meters that count the response when it bypasses the router.
        let meters: RequestMetrics.HotMeters
    }

    let subject: Subject
    private let tag: String
    private let body: ByteBuffer
    private let headers: CachedHeaders
    let meters: RequestMetrics.HotMeters
    private let verifiedRevision: Atomic<Int64>
    /// The compressed body, which is created on first use and kept.
    private let compressed = Mutex<ByteBuffer?>(nil)

    /// Smaller bodies gain nothing from compression: they fit into one packet uncompressed.
    static let leastCompressibleByteCount = 860

    /// - Parameter known: the revision that this process knew before the contents were read. A read may have seen a change
    ///   whose categories this process doesn't know yet.
    init(_ content: Content, knownAt known: Revision) {
        subject = content.subject
        headers = content.headers
        meters = content.meters
        tag = EntityTag.of(content.body)
        verifiedRevision = Atomic(min(content.revision, known).rawValue)
        body = ByteBuffer(bytes: content.body)
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
    func representation(for wanted: ContentNegotiation) -> CachedRepresentation {
        if wanted.knows(tag) { return CachedRepresentation(headers: headers, tag: tag, content: .notModified) }
        // A strong tag identifies exact bytes, and the compressed bytes differ.
        if wanted.compresses(body.readableBytes), let bytes = gzipped() {
            return CachedRepresentation(headers: headers, tag: "W/" + tag, content: .gzip(bytes))
        }
        return CachedRepresentation(headers: headers, tag: tag, content: .plain(body))
    }

    private func gzipped() -> ByteBuffer? {
        if let bytes = compressed.withLock({ $0 }) { return bytes }
        guard let bytes = Gzip.compress(body.readableBytesView).map({ ByteBuffer(bytes: $0) }) else { return nil }
        compressed.withLock { $0 = bytes }
        return bytes
    }

    /// The approximate memory use of the response in bytes.
    var byteCount: Int { body.readableBytes * 3 / 2 + 1500 }
}

extension CachedResponse.Content {
    /// Creates the content of a response with other headers than those of JSON.
    ///
    /// - Parameter vary: the request headers that the response depends on.
    package init(
        subject: CachedResponse.Subject,
        body: [UInt8],
        revision: Revision,
        headers: HTTPFields,
        vary: String,
        meters: RequestMetrics.HotMeters
    ) {
        let headers = CachedHeaders(headers, vary: vary)
        self.init(subject: subject, body: body, revision: revision, headers: headers, meters: meters)
    }
}

extension ContentNegotiation {
    /// Returns whether a body of this length is compressed.
    func compresses(_ byteCount: Int) -> Bool {
        switch coding {
        case .identity: false
        case .gzipIfShorter: byteCount >= CachedResponse.leastCompressibleByteCount
        case .gzip: true
        }
    }
}
