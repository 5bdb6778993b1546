public import MarketModels

/// A browser from which somebody manages listings, with what its seller recognises it by.
///
/// Browsers to which an identity was given by a link share their rights: these belong to the owner, a random name that no
/// browser knows. So each has a key of its own, and can be ended without the others.
public struct SellerBrowser: Hashable, Sendable {
    /// The number of browsers that share rights, as many as My listings shows. One more ends the oldest.
    public static let maximumCountPerOwner = 100

    public let digest: BrowserDigest
    public let name: BrowserName
    public let createdAt: Timestamp

    public init(digest: BrowserDigest, name: BrowserName, createdAt: Timestamp) {
        self.digest = digest
        self.name = name
        self.createdAt = createdAt
    }
}

/// To whom the rights of one or several browsers belong.
public struct RightsOwner: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
