public import Foundation
public import MarketModels

/// A full product as the main port sends it (API.md, “training” and “Extensions”).
public struct DetailedProduct: Hashable, Sendable, Identifiable {
    /// The product's identifier.
    public let id: Product.ID
    /// The seller. The creation time has only day precision.
    public let vendor: Vendor
    /// The name, description, price and stock.
    public let listing: Listing
    /// The images in the seller's order. Only products listed through the `items` edition can have none.
    public let images: [ListedImage]
    /// The URL of an image of at most 400 pixels on each side, or of the placeholder if the product has no images.
    public let thumbnail: URL
    /// When the product was listed.
    public let registeredAt: Timestamp
    /// When the product was last changed.
    public let updatedAt: Timestamp
    /// The version, which increases with each edit.
    public let version: Int64
    /// The state of the listing. The stock of a sold product is 0.
    public let state: ListingState
    /// When the listing expires. Nil if it doesn't, and in all responses but those to its seller.
    public let expiresAt: Timestamp?
    /// The reduction of the price, or nil for none. The market sends it for 30 days, while the product is for sale.
    public let reduction: PriceReduction?
    /// The `ETag` of the response. An edit that sends it applies only to exactly this state of the product. Nil if the
    /// product was not the subject of its own response.
    public var entityTag: String?

    /// Creates a product with the given values and no ``entityTag``.
    public init(
        id: Product.ID,
        vendor: Vendor,
        listing: Listing,
        images: [ListedImage],
        thumbnail: URL,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64,
        state: ListingState = .open,
        expiresAt: Timestamp? = nil,
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
        self.state = state
        self.expiresAt = expiresAt
        self.reduction = reduction
    }

    /// The product as a list shows it, so that a list can show an edited product without loading it.
    public var listed: ListedProduct {
        ListedProduct(
            id: id,
            vendorID: vendor.id,
            name: listing.name,
            thumbnail: thumbnail,
            pricing: listing.pricing,
            stock: listing.stock,
            registeredAt: registeredAt,
            updatedAt: updatedAt,
            version: version,
            state: state,
            reduction: reduction,
            attributes: listing.attributes.listed
        )
    }
}

/// An image of a product, as a response contains it.
public struct ListedImage: Hashable, Sendable, Identifiable, Codable {
    /// The image's identifier.
    public let id: ProductImage.ID
    /// The URL of the full image, at most 2048 pixels on each side.
    public let url: URL
    /// The URL of the thumbnail, at most 400 pixels on each side.
    public let thumbnail: URL

    private enum Key: String, CodingKey {
        case id, url
        case thumbnail = "thumbnail_url"
    }

    /// Creates an image with the given values.
    public init(id: ProductImage.ID, url: URL, thumbnail: URL) {
        self.id = id
        self.url = url
        self.thumbnail = thumbnail
    }

    /// Decodes an image; the links must be absolute `http` or `https` URLs.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: Key.self)
        self.init(
            id: ProductImage.ID(rawValue: try reader.value(.id)),
            url: try reader.link(.url),
            thumbnail: try reader.link(.thumbnail)
        )
    }

    /// Encodes the image as it is in a response, without what only old apps read.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id.rawValue, forKey: .id)
        try values.encode(url.absoluteString, forKey: .url)
        try values.encode(thumbnail.absoluteString, forKey: .thumbnail)
    }
}

extension DetailedProduct: Codable {
    /// Decodes a product. A malformed currency, link, date or amount is a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: ProductKey.self)
        let vendor: VendorResponse = try reader.value(.vendor)
        let pricing = try reader.pricing()
        self.init(
            id: Product.ID(rawValue: try reader.value(.id)),
            vendor: vendor.vendor,
            listing: Listing(
                name: try reader.value(.name),
                description: try reader.value(.description),
                pricing: pricing,
                stock: try reader.value(.stock),
                attributes: try ListingAttributes(from: decoder, ListingField.attributes)
            ),
            images: try reader.value(.images),
            thumbnail: try reader.link(.thumbnail),
            registeredAt: try reader.timestamp(.registeredAt),
            updatedAt: try reader.timestamp(.updatedAt),
            version: try reader.value(.version),
            state: try reader.state(),
            expiresAt: try reader.expiry(),
            reduction: try reader.reduction(of: pricing)
        )
    }

    /// Encodes the product as it is in a response, without the days for old apps and without ``entityTag``.
    public func encode(to encoder: any Encoder) throws {
        try listed.encode(to: encoder)
        var values = encoder.container(keyedBy: ProductKey.self)
        try values.encode(VendorResponse(vendor: vendor), forKey: .vendor)
        try values.encode(listing.description, forKey: .description)
        try values.encode(images, forKey: .images)
        try values.encodeIfPresent(expiresAt?.responseText, forKey: .expiresAt)
        try listing.attributes.encode(to: encoder)
    }
}

/// The seller in a product's response, which gives only the day on which the seller registered.
private struct VendorResponse: Codable {
    let vendor: Vendor

    private enum Key: String, CodingKey {
        case id, name
        case createdAt = "created_at"
    }

    init(vendor: Vendor) { self.vendor = vendor }

    init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: Key.self)
        let day: String = try reader.value(.createdAt)
        guard let date = try? Date("\(day.prefix(10))T00:00:00Z", strategy: .iso8601) else {
            throw reader.problem(.createdAt, "not a day")
        }
        vendor = Vendor(
            id: Vendor.ID(rawValue: try reader.value(.id)),
            name: try reader.value(.name),
            createdAt: Timestamp(millisecondsSinceEpoch: Int64(date.timeIntervalSince1970) * 1000)
        )
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(vendor.id.rawValue, forKey: .id)
        try values.encode(vendor.name, forKey: .name)
        try values.encode(vendor.createdAt.responseText, forKey: .createdAt)
    }
}
