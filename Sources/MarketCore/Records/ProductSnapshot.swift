internal import Foundation
package import MarketModels

/// The JSON representation of a product as it was at one moment, which idempotency records keep.
package struct ProductSnapshot: Codable {
    private struct Image: Codable {
        let id: Int64
        let name: String
        let width: Int
        let height: Int
        let issuedAt: Int64
    }

    private let id: Int64
    private let vendorID: Int64
    private let vendorName: String
    private let vendorCreatedAt: Int64
    private let name: String
    private let description: String
    private let currency: String
    private let price: Int64
    private let discount: Int64
    private let stock: Int64
    private let images: [Image]
    private let thumbnailID: Int64?
    private let registeredAt: Int64
    private let updatedAt: Int64
    private let version: Int64
    /// When the listing expires. Records of markets without a lifetime don't have it.
    private let expiresAt: Int64?
    /// The texts of the attributes that are given.
    private let attributes: [String: String]

    package init(_ product: Product) {
        id = product.id.rawValue
        vendorID = product.vendor.id.rawValue
        vendorName = product.vendor.name
        vendorCreatedAt = product.vendor.createdAt.millisecondsSinceEpoch
        name = product.listing.name
        description = product.listing.description
        currency = product.listing.pricing.currency.rawValue
        price = product.listing.pricing.priceMinorUnits
        discount = product.listing.pricing.discountMinorUnits
        stock = product.listing.stock
        images = product.images.map {
            Image(
                id: $0.id.rawValue,
                name: $0.name.hexDigits,
                width: $0.width,
                height: $0.height,
                issuedAt: $0.issuedAt.millisecondsSinceEpoch
            )
        }
        thumbnailID = product.thumbnail?.id.rawValue
        registeredAt = product.registeredAt.millisecondsSinceEpoch
        updatedAt = product.updatedAt.millisecondsSinceEpoch
        version = product.version
        expiresAt = product.lifecycle.expiresAt?.millisecondsSinceEpoch
        attributes = product.listing.attributes.texts
    }

    /// - Throws: ``MarketError/damaged(reason:)``.
    package init(json: String) throws(MarketError) {
        do {
            self = try JSONDecoder().decode(ProductSnapshot.self, from: Data(json.utf8))
        } catch {
            throw MarketError.damaged(reason: "an idempotency record is not what was written: \(error.explanation)")
        }
    }

    package var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    package var product: Product {
        get throws(MarketError) {
            let productID = Product.ID(rawValue: id)
            guard let currency = Currency(rawValue: currency),
                let pricing = Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount)
            else {
                throw MarketError.damaged(reason: "the idempotency record of product \(id) has an impossible price")
            }
            var shown: [ProductImage] = []
            for image in images {
                guard let name = ImageName(image.name) else {
                    throw MarketError.damaged(reason: "the idempotency record of product \(id) has an impossible image")
                }
                shown.append(
                    ProductImage(
                        id: .init(rawValue: image.id),
                        name: name,
                        width: image.width,
                        height: image.height,
                        issuedAt: Timestamp(millisecondsSinceEpoch: image.issuedAt)
                    )
                )
            }
            return Product(
                id: productID,
                vendor: Vendor(
                    id: Vendor.ID(rawValue: vendorID),
                    name: vendorName,
                    createdAt: Timestamp(millisecondsSinceEpoch: vendorCreatedAt)
                ),
                listing: Listing(
                    name: name,
                    description: description,
                    pricing: pricing,
                    stock: stock,
                    attributes: ListingAttributes(texts: attributes)
                ),
                images: shown,
                thumbnail: shown.first { $0.id.rawValue == thumbnailID },
                registeredAt: Timestamp(millisecondsSinceEpoch: registeredAt),
                updatedAt: Timestamp(millisecondsSinceEpoch: updatedAt),
                version: version,
                // A record shows a product as it was listed.
                lifecycle: ListingLifecycle(
                    state: .open,
                    expiresAt: expiresAt.map { Timestamp(millisecondsSinceEpoch: $0) }
                )
            )
        }
    }
}
