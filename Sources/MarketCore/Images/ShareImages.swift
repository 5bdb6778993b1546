public import MarketModels

/// A cache of the images that messengers show for links to products. An image is rendered at the first request for it
/// and then stored until the product changes or is deleted, or for ``maximumAge``.
///
/// Concurrent requests for the same image share one rendering, and renderings are scheduled fairly among addresses.
public struct ShareImages: Sendable {
    /// The limits of renderings. One takes about 0.1 s, and the renderer draws one at a time, so the last one waits for
    /// some seconds. Messengers request one image per link.
    public static let limits = FairQueue.Limits(concurrency: 1, waitingPerKey: 16, waiting: 64)
    /// The time in seconds after which an image is removed. Messengers request it once, soon after a link is sent, and
    /// it can be rendered again.
    public static let maximumAge: Int64 = 30 * 86_400

    let showProduct: ShowProduct
    let images: any ImageStore
    let shareImages: any ShareImageStore
    let renderer: any ShareImageRenderer
    /// The monitor to which products' images that are missing are reported.
    let integrity: IntegrityMonitor
    private let rendering = CoalescedWork<ShareImageName, StoredFile>()
    private let queue = FairQueue(limits: Self.limits)

    /// The numbers of renderings that are running and waiting.
    public var load: FairQueue.Load { queue.load }

    /// Returns the location of a share image. Renders it if necessary.
    ///
    /// - Parameters:
    ///   - card: what the image shows, from which the name was made.
    ///   - client: the client that a rendering is attributed to.
    /// - Throws: `MarketError.busy` when too many others are being rendered; `.deletedProduct` or `.unknownProduct` when
    ///   the product has been deleted in the meantime; `.storageFull` when the image can't be stored.
    public func find(
        _ name: ShareImageName,
        showing card: ShareCard,
        for client: ClientAddress
    ) async throws(MarketError) -> StoredFile {
        if let known = try await shareImages.find(name) { return known }
        return try await rendering(name) { () throws(MarketError) in
            try await queue.inTurn(of: client) { () throws(MarketError) in try await make(name, showing: card) }
        }
    }

    /// Removes the images that are older than ``maximumAge``.
    public func cleanUp(at now: Timestamp) async throws(MarketError) {
        try await shareImages.removeAll(before: now.adding(seconds: -Self.maximumAge))
    }

    /// Removes the images of products that aren't shown any more, because another server may have changed, deleted or erased them.
    public func sweep() async throws(MarketError) {
        for product in try await shareImages.products() where !Task.isCancelled {
            do {
                _ = try await showProduct(product)
            } catch {
                guard error.isAbsence else { throw error }
                try await shareImages.removeAll(of: product)
            }
        }
    }

    private func make(_ name: ShareImageName, showing card: ShareCard) async throws(MarketError) -> StoredFile {
        // A rendering may have finished between the caller's lookup and now.
        if let made = try await shareImages.find(name) { return made }
        let image = try await image(of: card, name.product)
        let bytes: [UInt8]
        do {
            bytes = try await renderer.render(card, image: image)
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            try await checkThatProductShows(card.image, name.product)
            if let image {
                images.invalidate(image)
                _ = try await self.image(of: card, name.product)
            }
            throw .unavailable(reason: "no share image \(name.fileName): \(reason)")
        }
        let file = try await shareImages.save(bytes, as: name)
        do {
            _ = try await showProduct(name.product)
        } catch {
            // A deletion removes the product first. So either the deletion removes this image too, or the deletion is
            // detected here.
            try await shareImages.removeAll(of: name.product)
            throw error
        }
        return file
    }

    private func image(of card: ShareCard, _ product: Product.ID) async throws(MarketError) -> StoredFile? {
        guard let name = card.image else { return nil }
        if let image = try await images.find(name, .full) { return image }
        // A card without its image would be kept as if it were right.
        try await checkThatProductShows(name, product)
        let file = name.file(of: .full)
        integrity.fileIsDamaged(file, "\(file) is missing")
        throw .damaged(reason: "the image \(name.hexDigits) of product \(product.rawValue) is missing")
    }

    /// Checks that a failure wasn't caused by a change of the product in the meantime.
    private func checkThatProductShows(_ image: ImageName?, _ id: Product.ID) async throws(MarketError) {
        let (product, _) = try await showProduct(id)
        if product.thumbnail?.name != image { throw .busy }
    }
}
