public import Foundation
public import MarketModels

/// A whole product as the main port answers it (API.md, “training” and “Extensions”).
public struct DetailedProduct: Hashable, Sendable, Identifiable {
    public let id: Product.ID
    public let vendor: Vendor
    public let listing: Listing
    /// In the seller's order; none only for what was listed through the `items` edition.
    public let images: [ListedImage]
    /// A picture of at most 400 pixels on each side; a placeholder where the product has none.
    public let thumbnail: URL
    public let registeredAt: Timestamp
    public let updatedAt: Timestamp
    /// Counts up with each edit.
    public let version: Int64
    /// The `ETag` that the answer had; an edit that names it changes exactly this state of the product. Nil where the
    /// product did not come from an answer of its own.
    public var entityTag: String?

    public init(
        id: Product.ID,
        vendor: Vendor,
        listing: Listing,
        images: [ListedImage],
        thumbnail: URL,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64
    ) {
        self.id = id
        self.vendor = vendor
        self.listing = listing
        self.images = images
        self.thumbnail = thumbnail
        self.registeredAt = registeredAt
        self.updatedAt = updatedAt
        self.version = version
    }

    /// The same as a list shows it, so that a list can take over what an edit has changed.
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
            version: version
        )
    }
}

/// One picture of a product, as an answer names it.
public struct ListedImage: Hashable, Sendable, Identifiable, Decodable {
    public let id: Picture.ID
    /// At most 2048 pixels on each side.
    public let url: URL
    /// At most 400 pixels on each side.
    public let thumbnail: URL

    private enum Key: String, CodingKey {
        case id, url
        case thumbnail = "thumbnail_url"
    }

    public init(id: Picture.ID, url: URL, thumbnail: URL) {
        self.id = id
        self.url = url
        self.thumbnail = thumbnail
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        self.init(
            id: Picture.ID(rawValue: try reader.value(.id)),
            url: try reader.link(.url),
            thumbnail: try reader.link(.thumbnail)
        )
    }
}

extension DetailedProduct: Decodable {
    private enum Key: String, CodingKey {
        case id, name, description, thumbnail, currency, price, stock, images, version
        case vendor = "vendors"
        case discount = "discounted_price"
        case registeredAt = "registered_at"
        case updatedAt = "updated_at"
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        let vendor: VendorAnswer = try reader.value(.vendor)
        self.init(
            id: Product.ID(rawValue: try reader.value(.id)),
            vendor: vendor.vendor,
            listing: Listing(
                name: try reader.value(.name),
                description: try reader.value(.description),
                pricing: try reader.pricing(currency: .currency, price: .price, discount: .discount),
                stock: try reader.value(.stock)
            ),
            images: try reader.value(.images),
            thumbnail: try reader.link(.thumbnail),
            registeredAt: try reader.moment(.registeredAt),
            updatedAt: try reader.moment(.updatedAt),
            version: try reader.value(.version)
        )
    }
}

/// Who sells a product, as a product's answer names them: the day is all that is told of when they came.
private struct VendorAnswer: Decodable {
    let vendor: Vendor

    private enum Key: String, CodingKey {
        case id, name
        case createdAt = "created_at"
    }

    init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
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
}
