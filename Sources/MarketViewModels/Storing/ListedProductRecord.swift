import Foundation
import MarketAPI
import MarketModels

/// A product of a list, as it is stored on the device.
struct ListedProductRecord: Codable {
    let id: Int64
    let vendor: Int64
    let name: String
    let thumbnail: URL
    let pricing: PricingRecord
    let stock: Int64
    let registeredAt: Int64
    let updatedAt: Int64
    let version: Int64
    /// The attributes that lists show. Records of the version before don't have them.
    let attributes: [String: String]?

    init(_ product: ListedProduct) {
        id = product.id.rawValue
        vendor = product.vendorID.rawValue
        name = product.name
        thumbnail = product.thumbnail
        pricing = PricingRecord(product.pricing)
        stock = product.stock
        registeredAt = product.registeredAt.millisecondsSinceEpoch
        updatedAt = product.updatedAt.millisecondsSinceEpoch
        version = product.version
        attributes = product.attributes.texts
    }

    var product: ListedProduct {
        ListedProduct(
            id: Product.ID(rawValue: id),
            vendorID: Vendor.ID(rawValue: vendor),
            name: name,
            thumbnail: thumbnail,
            pricing: pricing.pricing,
            stock: stock,
            registeredAt: Timestamp(millisecondsSinceEpoch: registeredAt),
            updatedAt: Timestamp(millisecondsSinceEpoch: updatedAt),
            version: version,
            attributes: ListingAttributes(texts: attributes ?? [:])
        )
    }
}

/// A price as it is stored on the device: minor units of a currency. Impossible amounts aren't decoded.
struct PricingRecord: Codable {
    let pricing: Pricing

    private enum Key: String, CodingKey {
        case currency, price, discount
    }

    init(_ pricing: Pricing) { self.pricing = pricing }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        guard let currency = Currency(ofMarket: try values.decode(String.self, forKey: .currency)),
            let pricing = Pricing(
                currency: currency,
                priceMinorUnits: try values.decode(Int64.self, forKey: .price),
                discountMinorUnits: try values.decode(Int64.self, forKey: .discount)
            )
        else {
            throw DecodingError.dataCorruptedError(forKey: .price, in: values, debugDescription: "impossible")
        }
        self.pricing = pricing
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(pricing.currency, forKey: .currency)
        try values.encode(pricing.price.minorUnits, forKey: .price)
        try values.encode(pricing.discount.minorUnits, forKey: .discount)
    }
}
