public import MarketModels

public struct NewProduct: Hashable, Sendable {
    /// Whose product it is.
    public enum Seller: Hashable, Sendable {
        case vendor(Vendor.ID)
        /// The vendor that has the identifier; if there is none, the store creates it in the same transaction.
        case newVendor(NewVendor)
    }

    public let seller: Seller
    public let listing: Listing
    public let contact: String?
    public let secretHash: SecretHash
    /// The images in order. The first one becomes the thumbnail.
    public let images: [NewImage]
    public let registeredAt: Timestamp
    /// When the listing expires, or nil for never.
    public let expiresAt: Timestamp?
    /// The idempotency record of the request, or nil if the request has no key.
    ///
    /// The store writes the record in the same transaction and deletes records that are older than
    /// ``IdempotencyRecord/lifetime``. A record from the future, stored while a clock was wrong, counts as created
    /// together with the new one.
    public let idempotencyRecord: NewIdempotencyRecord?
    /// Whether only its seller sees it until an operator approves it.
    public let waits: Bool
    /// A keyed hash of the network from which it is listed; nil for the operator's own.
    public let network: String?

    public init(
        seller: Seller,
        listing: Listing,
        contact: String?,
        secretHash: SecretHash,
        images: [NewImage],
        registeredAt: Timestamp,
        expiresAt: Timestamp? = nil,
        idempotencyRecord: NewIdempotencyRecord? = nil,
        waits: Bool = false,
        network: String? = nil
    ) {
        self.seller = seller
        self.listing = listing
        self.contact = contact
        self.secretHash = secretHash
        self.images = images
        self.registeredAt = registeredAt
        self.expiresAt = expiresAt
        self.idempotencyRecord = idempotencyRecord
        self.waits = waits
        self.network = network
    }
}

/// A stored image that a product is about to show.
public struct NewImage: Hashable, Sendable {
    public let name: ImageName
    /// The width of the full rendition in pixels.
    public let width: Int
    /// The height of the full rendition in pixels.
    public let height: Int

    public init(name: ImageName, width: Int, height: Int) {
        self.name = name
        self.width = width
        self.height = height
    }
}
