public import MarketModels

/// A source of information about which images are in use.
public protocol ImageReferences: Sendable {
    /// Returns those of the names that no product uses.
    func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName>
}
