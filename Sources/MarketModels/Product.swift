/// A product for sale, as it is stored and as every edition shows it.
public struct Product: Hashable, Sendable {
    /// The identifier of a product.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number, unique among products.
        public let rawValue: Int64
        /// Creates an identifier from its number.
        public init(rawValue: Int64) { self.rawValue = rawValue }
        /// Compares by number; a newer product has a larger identifier.
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The product's identifier.
    public let id: ID
    /// The seller.
    public let vendor: Vendor
    /// The name, description, price and stock.
    public package(set) var listing: Listing
    /// The images in the seller's order, at most ``ListingRules/maximumImageCount``. Only products listed through the
    /// `items` edition can have none.
    public let images: [ProductImage]
    /// The image that represents the product in lists: one of ``images``, or nil if there are none.
    public let thumbnail: ProductImage?
    /// When the product was listed.
    public let registeredAt: Timestamp
    /// When the product was last changed.
    public let updatedAt: Timestamp
    /// The version: 1 for a new product, increased by 1 with each edit, each change of the state, and the end of a
    /// reduction.
    public let version: Int64
    /// The state, and how long it lasts.
    public let lifecycle: ListingLifecycle
    /// The reduction of the price in the last 30 days, or nil for none.
    public let reduction: PriceReduction?

    /// The state of the listing.
    public var state: ListingState { lifecycle.state }
    /// The stock to show, which is 0 for a sold product.
    public var shownStock: Int64 { state.shownStock(listing.stock) }
    /// The reduction to show, which is nil unless the product is for sale.
    public var shownReduction: PriceReduction? { state.isForSale ? reduction : nil }

    /// Creates a product with the given values.
    public init(
        id: ID,
        vendor: Vendor,
        listing: Listing,
        images: [ProductImage],
        thumbnail: ProductImage?,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64,
        lifecycle: ListingLifecycle = .new,
        reduction: PriceReduction? = nil
    ) {
        self.id = id
        self.vendor = vendor
        self.listing = listing
        self.images = images
        self.thumbnail = thumbnail
        self.registeredAt = registeredAt
        self.updatedAt = updatedAt
        self.version = version
        self.lifecycle = lifecycle
        self.reduction = reduction
    }
}

/// An image of a product.
public struct ProductImage: Hashable, Sendable {
    /// The identifier of an image.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number, unique among images.
        public let rawValue: Int64
        /// Creates an identifier from its number.
        public init(rawValue: Int64) { self.rawValue = rawValue }
        /// Compares by number.
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The image's identifier.
    public let id: ID
    /// The name of the stored image.
    public let name: ImageName
    /// The width of the full rendition, in pixels, at most 2048.
    public let width: Int
    /// The height of the full rendition, in pixels, at most 2048.
    public let height: Int
    /// When the image was uploaded.
    public let issuedAt: Timestamp

    /// Creates an image with the given values.
    public init(id: ID, name: ImageName, width: Int, height: Int, issuedAt: Timestamp) {
        self.id = id
        self.name = name
        self.width = width
        self.height = height
        self.issuedAt = issuedAt
    }
}

/// A product as a list shows it.
public struct ProductSummary: Hashable, Sendable {
    /// The product's identifier.
    public let id: Product.ID
    /// The seller's identifier.
    public let vendorID: Vendor.ID
    /// The seller's name.
    public let vendorName: String
    /// The product's name.
    public let name: String
    /// The price and the discount.
    public let pricing: Pricing
    /// The number of pieces in stock, also of a sold product.
    public let stock: Int64
    /// The image that represents the product, or nil if it has none.
    public let thumbnail: ImageName?
    /// When the product was listed.
    public let registeredAt: Timestamp
    /// When the product was last changed.
    public let updatedAt: Timestamp
    /// The version, as ``Product/version``.
    public let version: Int64
    /// The state of the listing.
    public let state: ListingState
    /// The reduction of the price in the last 30 days, or nil for none.
    public let reduction: PriceReduction?
    /// The attributes that lists show.
    public let attributes: ListingAttributes
    /// Whether the seller is blocked: then a list doesn't show it.
    public let isVendorBlocked: Bool
    /// The description, or nil unless the query includes descriptions (the `openmarket` edition lists them).
    public let description: String?
    /// The names of all images in order, or nil unless the query includes them (the `items` edition lists them).
    public let images: [ImageName]?

    /// The stock to show, which is 0 for a sold product.
    public var shownStock: Int64 { state.shownStock(stock) }
    /// The reduction to show, which is nil unless the product is for sale.
    public var shownReduction: PriceReduction? { state.isForSale ? reduction : nil }

    /// Creates a summary with the given values.
    public init(
        id: Product.ID,
        vendorID: Vendor.ID,
        vendorName: String,
        name: String,
        pricing: Pricing,
        stock: Int64,
        thumbnail: ImageName?,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64,
        state: ListingState = .open,
        reduction: PriceReduction? = nil,
        attributes: ListingAttributes = .none,
        isVendorBlocked: Bool = false,
        description: String? = nil,
        images: [ImageName]? = nil
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
        self.state = state
        self.reduction = reduction
        self.attributes = attributes
        self.isVendorBlocked = isVendorBlocked
        self.description = description
        self.images = images
    }
}
