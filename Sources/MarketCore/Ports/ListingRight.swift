public import MarketModels

/// A right to change the state of one product without its password, as a browser or a link holds it.
///
/// Only a hash of the right is stored. It ends when it is revoked, when the product gets another password, and with the
/// product.
public struct ListingRight: Hashable, Sendable {
    /// The number of rights of a product. One more ends the oldest, so that a seller with many browsers is never locked
    /// out of a new one.
    public static let maximumCountPerProduct = 20

    public let product: Product.ID
    /// What the right permits: ``SellerAuthority/right`` or ``SellerAuthority/link``.
    public let authority: SellerAuthority
    public let hash: RightHash
    /// The browser that holds the right; nil for a link, and for a right that a client stores itself.
    public let browser: BrowserDigest?
    public let createdAt: Timestamp

    public init(
        product: Product.ID,
        authority: SellerAuthority,
        hash: RightHash,
        browser: BrowserDigest? = nil,
        createdAt: Timestamp
    ) {
        self.product = product
        self.authority = authority
        self.hash = hash
        self.browser = browser
        self.createdAt = createdAt
    }
}

/// The hash of a right, in hexadecimal digits. A right has 128 random bits, so a fast hash is enough.
public struct RightHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A hash of a browser's key, in hexadecimal digits, by which the rights of one browser are found. It tells nothing about
/// the key or its rights.
public struct BrowserDigest: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A hasher of rights.
public protocol RightHasher: Sendable {
    func hash(_ right: String) -> RightHash

    /// Returns the right of a browser for a product, 32 hexadecimal digits. It tells nothing about the key.
    func right(of browser: BrowserKey, for product: Product.ID) -> String

    func digest(of browser: BrowserKey) -> BrowserDigest
}
