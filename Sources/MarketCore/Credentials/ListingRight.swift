internal import MarketHashing
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
    /// The owner of the browsers that hold the right; nil for a link, and for a right that a client stores itself.
    public let owner: RightsOwner?
    public let createdAt: Timestamp

    public init(
        product: Product.ID,
        authority: SellerAuthority,
        hash: RightHash,
        owner: RightsOwner? = nil,
        createdAt: Timestamp
    ) {
        self.product = product
        self.authority = authority
        self.hash = hash
        self.owner = owner
        self.createdAt = createdAt
    }
}

/// The hash of a right, in hexadecimal digits. A right has 128 random bits, so a fast hash is enough.
public struct RightHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The hash of the right that an owner holds for a product. Nobody can present a text that has it.
    public init(of owner: RightsOwner, for product: Product.ID) {
        rawValue = BLAKE2b.digits(of: ["owned right", owner.rawValue, String(product.rawValue)], byteCount: 32)
    }

    /// Hashes a right, or the token of a link.
    public init(of right: String) {
        rawValue = BLAKE2b.digits(of: ["listing right", right], byteCount: 32)
    }
}
