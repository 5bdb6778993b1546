internal import Foundation
internal import MarketModels

/// A product as JSON, as it was at one moment. Its keys stay as they are: what was written yesterday is read today.
struct ProductSnapshot: Codable {
    private struct Picture: Codable {
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
    private let pictures: [Picture]
    private let thumbnailID: Int64?
    private let registeredAt: Int64
    private let updatedAt: Int64
    private let version: Int64

    init(_ product: Product) {
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
        pictures = product.pictures.map {
            Picture(
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
    }

    init(json: String) throws {
        do {
            self = try JSONDecoder().decode(ProductSnapshot.self, from: Data(json.utf8))
        } catch {
            throw StoredFactError(reason: "a receipt is not what was written: \(error)")
        }
    }

    var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    var product: Product {
        get throws {
            let productID = Product.ID(rawValue: id)
            guard let currency = Currency(rawValue: currency),
                let pricing = Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount)
            else { throw StoredFactError(reason: "the receipt of product \(id) has an impossible price") }
            let shown = try pictures.map { picture in
                MarketModels.Picture(
                    id: .init(rawValue: picture.id),
                    name: try SummaryReader.pictureName(picture.name, of: productID),
                    width: picture.width,
                    height: picture.height,
                    issuedAt: Timestamp(millisecondsSinceEpoch: picture.issuedAt)
                )
            }
            return Product(
                id: productID,
                vendor: Vendor(
                    id: Vendor.ID(rawValue: vendorID),
                    name: vendorName,
                    createdAt: Timestamp(millisecondsSinceEpoch: vendorCreatedAt)
                ),
                listing: Listing(name: name, description: description, pricing: pricing, stock: stock),
                pictures: shown,
                thumbnail: shown.first { $0.id.rawValue == thumbnailID },
                registeredAt: Timestamp(millisecondsSinceEpoch: registeredAt),
                updatedAt: Timestamp(millisecondsSinceEpoch: updatedAt),
                version: version
            )
        }
    }
}
