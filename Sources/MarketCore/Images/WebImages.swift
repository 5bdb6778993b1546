public import MarketModels

/// The images that people see, and a cache of them in the sizes of the web pages. A size is generated at the first request for it
/// and then stored.
///
/// Concurrent requests for the same size share one generation.
public struct WebImages: Sendable {
    let images: any ImageStore
    let processor: any ImageProcessor
    /// Tells whether a product shows an image that isn't there.
    let references: any ImageReferences
    /// The monitor to which such images are reported.
    let integrity: IntegrityMonitor
    private let generation = CoalescedWork<ImageFile, StoredFile?>()

    /// Returns the location of an image in a size. Generates a web size if necessary.
    ///
    /// - Parameter proof: that the caller may see the image.
    /// - Returns: the file, or nil if there is no such image.
    /// - Throws: `MarketError.busy` when too many other web sizes are being generated. The caller can fall back to the
    ///   JPEG.
    public func find(_ proof: ImageProof, _ size: ImageFile.Size) async throws(MarketError) -> StoredFile? {
        let name = proof.name
        guard case .web(let width) = size else { return try await rendition(size, of: name) }
        if let known = try await images.find(name, size) { return known }
        return try await generation(ImageFile(name, size)) { () throws(MarketError) in try await make(name, width) }
    }

    /// Discards what is known of a file (``ImageStore/invalidate(_:)``).
    public func invalidate(_ file: StoredFile) { images.invalidate(file) }

    private func make(_ name: ImageName, _ width: WebImageWidth) async throws(MarketError) -> StoredFile? {
        // A generation may have finished between the caller's lookup and now.
        if let made = try await images.find(name, .web(width)) { return made }
        guard let full = try await rendition(.full, of: name) else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try await processor.makeWebImage(of: full, width: width)
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            // The image may have been deleted while the request was queued, or be lost.
            images.invalidate(full)
            guard try await rendition(.full, of: name) != nil else { return nil }
            throw .unavailable(reason: "no web size of \(name.hexDigits): \(reason)")
        }
        return try await images.save(bytes, of: name, width)
    }

    private func rendition(_ size: ImageFile.Size, of name: ImageName) async throws(MarketError) -> StoredFile? {
        if let found = try await images.find(name, size) { return found }
        // Its product may have been deleted since the proof was made.
        if try await references.unusedImages(among: [name]).isEmpty {
            let file = name.file(of: size)
            integrity.fileIsDamaged(file, "\(file) is missing")
        }
        return nil
    }
}
