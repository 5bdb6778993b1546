import Foundation
import MarketAPI
import MarketModels

/// An unfinished new listing, as it is stored on the device. The images are files of their own.
struct ListingDraftRecord: Codable {
    let typed: TypedListingRecord
    let images: [UUID]
    let keepsSecret: Bool
    let key: UUID?
    let savedAt: Int64
}

/// An unfinished edit, as it is stored on the device. The added images are files of their own.
struct EditDraftRecord: Codable {
    enum Image: Codable {
        case kept(ListedImageRecord)
        case added(UUID)
    }

    let base: DetailedProductRecord
    let contact: String?
    let typed: TypedListingRecord
    let images: [Image]
    let savedAt: Int64
}

/// The contents of a form, as they are stored on the device.
struct TypedListingRecord: Codable {
    /// The texts of all fields by name, except the password.
    let texts: [String: String]

    init(_ typed: TypedListing) {
        let fields = ListingField.allCases.filter { ![.images, .password].contains($0) }
        texts = Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, typed[$0]) })
    }

    var typed: TypedListing {
        ListingField.allCases.reduce(into: TypedListing()) { typed, field in
            if let text = texts[field.rawValue] { typed[field] = text }
        }
    }
}

/// An image of a product, as it is stored on the device.
struct ListedImageRecord: Codable {
    let id: Int64
    let url: URL
    let thumbnail: URL

    init(_ image: ListedImage) {
        id = image.id.rawValue
        url = image.url
        thumbnail = image.thumbnail
    }

    var image: ListedImage { ListedImage(id: ProductImage.ID(rawValue: id), url: url, thumbnail: thumbnail) }
}

/// The product that an edit is based on, as it is stored on the device.
struct DetailedProductRecord: Codable {
    let listed: ListedProductRecord
    let vendorName: String
    let vendorCreatedAt: Int64
    let description: String
    let images: [ListedImageRecord]
    let entityTag: String?
    /// The texts of the attributes by name.
    let attributes: [String: String]

    init(_ product: DetailedProduct) {
        listed = ListedProductRecord(product.listed)
        vendorName = product.vendor.name
        vendorCreatedAt = product.vendor.createdAt.millisecondsSinceEpoch
        description = product.listing.description
        images = product.images.map { ListedImageRecord($0) }
        entityTag = product.entityTag
        attributes = product.listing.attributes.texts
    }

    var product: DetailedProduct {
        let listed = listed.product
        var product = DetailedProduct(
            id: listed.id,
            vendor: Vendor(
                id: listed.vendorID,
                name: vendorName,
                createdAt: Timestamp(millisecondsSinceEpoch: vendorCreatedAt)
            ),
            listing: Listing(
                name: listed.name,
                description: description,
                pricing: listed.pricing,
                stock: listed.stock,
                attributes: ListingAttributes(texts: attributes)
            ),
            images: images.map(\.image),
            thumbnail: listed.thumbnail,
            registeredAt: listed.registeredAt,
            updatedAt: listed.updatedAt,
            version: listed.version
        )
        product.entityTag = entityTag
        return product
    }
}
