public import MarketModels
internal import Synchronization

/// Proof that a caller may see an image. Only ``ImageVisibility`` makes proofs, and nothing outside this file can.
public struct ImageProof: Hashable, Sendable {
    public let name: ImageName
    /// Whether everybody may see it, so that everybody may keep it.
    public let isForEverybody: Bool

    fileprivate init(_ name: ImageName, isForEverybody: Bool) {
        self.name = name
        self.isForEverybody = isForEverybody
    }
}

/// Tells who may see which image. Everybody may see what a listing that everybody sees shows, and nothing else; what is hidden,
/// expired or held is for its seller and for operators, and the images of a form are for whoever has the form.
///
/// An image is looked up once for each revision of the store, so those that people look at now cost no read. While the store
/// can't be reached, nothing changes in it, and what was known last goes on.
public final class ImageVisibility: Sendable {
    /// The maximum number of images that are remembered, some 10 MB.
    static let rememberedCount = 50_000

    private struct Finding {
        let isPublic: Bool
        let revision: Revision
    }

    private let store: any ImageVisibilityReading & RevisionSource
    private let findings = Mutex(BoundedTable<ImageName, Finding>(capacity: rememberedCount))

    public init(store: any ImageVisibilityReading & RevisionSource) { self.store = store }

    /// Returns proof that everybody may see an image, or nil. There needn't be such an image.
    public func forEverybody(_ name: ImageName) async throws(MarketError) -> ImageProof? {
        try await isPublic(name) ? ImageProof(name, isForEverybody: true) : nil
    }

    private func isPublic(_ name: ImageName) async throws(MarketError) -> Bool {
        // What is read may be newer.
        let revision = store.revision
        let last = findings.withLock { $0[name] }
        if let last, last.revision == revision, store.isCurrent { return last.isPublic }
        do throws(MarketError) {
            let isPublic = try await store.isPublic(name)
            let finding = Finding(isPublic: isPublic, revision: revision)
            findings.withLock { $0.set(finding, for: name) }
            return isPublic
        } catch {
            if case .unreachable = error, let last { return last.isPublic }
            throw error
        }
    }

    /// Returns proof that a seller may see an image of their listing in every state, or nil if it isn't one of that listing.
    public func forSeller(_ name: ImageName, in own: SellerProduct, provenBy proof: SellerProof) -> ImageProof? {
        guard own.product.id == proof.product, own.product.images.contains(where: { $0.name == name }) else {
            return nil
        }
        return ImageProof(name, isForEverybody: false)
    }

    /// Returns proof that whoever has a form may see an image that it keeps, or nil if there is no such draft any more.
    ///
    /// - Parameter token: of the draft, which only the form has.
    public func forForm(_ token: String, of drafts: DraftImages) async throws(MarketError) -> ImageProof? {
        try await drafts.image(token).map { ImageProof($0.name, isForEverybody: false) }
    }

    /// Returns proof that operators may see an image, which may be any.
    public func forOperators(_ name: ImageName, provenBy _: OperatorProof) -> ImageProof {
        ImageProof(name, isForEverybody: false)
    }
}
