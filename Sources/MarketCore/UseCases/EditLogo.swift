import MarketModels

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
        /// The operator's settings define the logo.
        case definedBySettings
    }

    let store: any ProductStore
    let processor: any ImageProcessor
    let clock: any WallClock

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
        guard !store.profile.isLogoFixed else { throw Problem.definedBySettings }
        let logo = try await logo(of: upload, for: client)
        try await change(.setLogo(logo), by: proof.proof)
    }

    /// Makes a picture the logo of the operator's settings. Only they change it from then on.
    ///
    /// - Parameter upload: the picture; nil if the settings define none. The logo that is there stays then, and can be changed again.
    /// - Throws: ``Problem`` if it can't be used.
    public func define(_ upload: UploadedImage?) async throws {
        var logo: MarketLogo?
        if let upload { logo = try await self.logo(of: upload, for: .unknown) }
        let profile = store.profile
        // A start with the settings of before writes nothing, which would fail on a full disk.
        guard profile.isLogoFixed != (logo != nil) || logo != nil && profile.logo != logo else { return }
        _ = try await store.changeProfile(.defineLogo(logo), by: nil, at: clock.now)
    }

    private func logo(of upload: UploadedImage, for client: ClientAddress) async throws -> MarketLogo {
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
        guard let name = ImageName(contentOf: files[.large] ?? []), let logo = MarketLogo(name: name, files: files)
        else { throw MarketError.unavailable(reason: "an icon is empty") }
        return logo
    }

    private func change(_ change: ProfileChange, by proof: OperatorProof) async throws {
        let isStored = try await store.changeProfile(change, by: proof, at: clock.now)
        // A server that was started meanwhile may have defined one.
        guard isStored || !store.profile.isLogoFixed else { throw Problem.definedBySettings }
    }

    /// Removes the logo. The usual icon is shown again.
    ///
    /// - Throws: ``Problem/definedBySettings`` if the settings define it.
    public func remove(by proof: RecentOperatorProof) async throws {
        try proof.proof.requireOperator()
        try await change(.setLogo(nil), by: proof.proof)
    }
}

extension EditLogo.Problem: CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .unusable(let error): "The picture can't be used: \(error)."
        case .definedBySettings:
            EditProfile.Problem.isDefined(MarketLogo.settingName, by: "market-\(MarketLogo.settingName)")
        case .tooSmall: "The picture must be at least \(MarketLogo.leastSide) pixels wide and high."
        }
    }
}
