internal import MarketHashing
public import MarketModels

/// The use case of giving the market a logo, for the operator.
///
/// It is kept with the market's profile and not with the images of listings, so every server has it, and copies of the
/// database do.
public struct EditLogo: Sendable {
    /// The reasons why a file can't be the logo.
    public enum Problem: Error, Hashable, Sendable {
        case unusable(ImageError)
        /// A side has fewer pixels than ``MarketModels/MarketLogo/leastSide``.
        case tooSmall
    }

    private let store: any ProfileStore
    private let processor: any ImageProcessor
    private let clock: any WallClock

    public init(store: any ProfileStore, processor: any ImageProcessor, clock: any WallClock) {
        self.store = store
        self.processor = processor
        self.clock = clock
    }

    /// Makes the square in the middle of a picture the logo. The limits are those of a listing's pictures, and nothing but the
    /// picture itself is kept of the file.
    ///
    /// - Parameter client: who has sent the file.
    /// - Throws: ``Problem`` if it can't be used.
    public func set(
        _ upload: UploadedImage,
        from client: ClientAddress,
        by proof: RecentOperatorProof
    ) async throws {
        try proof.proof.requireOperator()
        let image: ProcessedImage
        do throws(ImageError) {
            image = try await processor.process(upload, for: client)
        } catch {
            if case .failed(let reason) = error { throw MarketError.unavailable(reason: reason) }
            throw Problem.unusable(error)
        }
        guard min(image.width, image.height) >= MarketLogo.leastSide else { throw Problem.tooSmall }
        var files: [MarketLogo.Size: [UInt8]] = [:]
        for size in MarketLogo.Size.allCases {
            files[size] = try await processor.makeIcon(of: image.full, side: size.rawValue)
        }
        let digest = BLAKE2b.hash(files[.large] ?? [], byteCount: ImageName.digitCount / 2)
        guard let name = ImageName(digest: digest), let logo = MarketLogo(name: name, files: files) else {
            throw MarketError.unavailable(reason: "an icon is empty")
        }
        _ = try await store.changeProfile(.setLogo(logo), by: proof.proof, at: clock.now)
    }

    /// Removes the logo. The usual icon is shown again.
    public func remove(by proof: RecentOperatorProof) async throws(MarketError) {
        try proof.proof.requireOperator()
        _ = try await store.changeProfile(.setLogo(nil), by: proof.proof, at: clock.now)
    }
}

extension EditLogo.Problem: CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .unusable(let error): "The picture can't be used: \(error)."
        case .tooSmall: "The picture must be at least \(MarketLogo.leastSide) pixels wide and high."
        }
    }
}
