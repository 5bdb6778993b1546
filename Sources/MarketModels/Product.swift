/// Something for sale, as the store keeps it and every edition shows it.
public struct Product: Hashable, Sendable {
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    public let id: ID
    public let vendor: Vendor
    public let listing: Listing
    /// In the seller's order; up to ``ListingRules/maximumPictureCount``, none only through the `items` edition.
    public let pictures: [Picture]
    /// The picture that stands for the product in lists: one of ``pictures``, or nil when there are none.
    public let thumbnail: Picture?
    public let registeredAt: Timestamp
    public let updatedAt: Timestamp
    /// 1 when listed, one more with each edit.
    public let version: Int64

    public init(
        id: ID,
        vendor: Vendor,
        listing: Listing,
        pictures: [Picture],
        thumbnail: Picture?,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64
    ) {
        self.id = id
        self.vendor = vendor
        self.listing = listing
        self.pictures = pictures
        self.thumbnail = thumbnail
        self.registeredAt = registeredAt
        self.updatedAt = updatedAt
        self.version = version
    }
}

/// One picture of a product.
public struct Picture: Hashable, Sendable {
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    public let id: ID
    public let name: PictureName
    /// Width and height of the full rendition, in pixels, at most 2048 each.
    public let width: Int
    public let height: Int
    public let issuedAt: Timestamp

    public init(id: ID, name: PictureName, width: Int, height: Int, issuedAt: Timestamp) {
        self.id = id
        self.name = name
        self.width = width
        self.height = height
        self.issuedAt = issuedAt
    }
}

/// A product as a list shows it.
public struct ProductSummary: Hashable, Sendable {
    public let id: Product.ID
    public let vendorID: Vendor.ID
    public let vendorName: String
    public let name: String
    public let pricing: Pricing
    public let stock: Int64
    public let thumbnail: PictureName?
    public let registeredAt: Timestamp
    public let updatedAt: Timestamp
    public let version: Int64
    /// Only where the query asked for descriptions (the `openmarket` edition lists them).
    public let description: String?
    /// All pictures, in order; only where the query asked for them (the `items` edition lists them).
    public let pictures: [PictureName]?

    public init(
        id: Product.ID,
        vendorID: Vendor.ID,
        vendorName: String,
        name: String,
        pricing: Pricing,
        stock: Int64,
        thumbnail: PictureName?,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64,
        description: String? = nil,
        pictures: [PictureName]? = nil
    ) {
        self.id = id
        self.vendorID = vendorID
        self.vendorName = vendorName
        self.name = name
        self.pricing = pricing
        self.stock = stock
        self.thumbnail = thumbnail
        self.registeredAt = registeredAt
        self.updatedAt = updatedAt
        self.version = version
        self.description = description
        self.pictures = pictures
    }
}
