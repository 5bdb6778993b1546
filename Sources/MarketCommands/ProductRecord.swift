import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// A product in the output of `--json`, with the keys of the API: those of the properties, in snake case.
struct ProductRecord: Encodable {
    private let fields: ProductFields
    private let attributes: ListingAttributes

    init(_ product: ListedProduct, page: URL? = nil) {
        fields = ProductFields(product, page: page)
        attributes = product.attributes
    }

    init(_ product: DetailedProduct, contact: String?) {
        fields = ProductFields(product.listed, in: product, contact: contact)
        attributes = product.listing.attributes
    }

    func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        var values = encoder.container(keyedBy: NamedKey.self)
        for (field, value) in attributes.given {
            let name = NamedKey(field.key)
            if let number = field.number(value) {
                try values.encode(number, forKey: name)
            } else {
                try values.encode(field.text(value), forKey: name)
            }
        }
    }
}

/// All of a product in the output of `--json` but its attributes.
private struct ProductFields: Encodable {
    struct Image: Encodable {
        let id: Int64
        let url: String
        let thumbnailURL: String
    }

    let id: Int64
    let vendorID: Int64
    let vendorName: String?
    let name: String
    let description: String?
    let price: Decimal
    let discountedPrice: Decimal
    let bargainPrice: Decimal
    let currency: String
    /// The lowest price of the 30 days before a reduction, and when it was made, as in the API.
    let reducedFrom: Decimal?
    let reducedAt: String?
    let stock: Int64
    let thumbnail: String
    let images: [Image]?
    /// The state, unless it is open, and its time, as in the API.
    let state: String?
    let reservedUntil: String?
    let soldAt: String?
    let expiredAt: String?
    let expiresAt: String?
    let contact: String?
    let registeredAt: String
    let updatedAt: String
    let version: Int64
    let url: String?

    init(_ product: ListedProduct, in detail: DetailedProduct? = nil, contact: String? = nil, page: URL? = nil) {
        id = product.id.rawValue
        vendorID = product.vendorID.rawValue
        vendorName = detail?.vendor.name
        name = product.name
        description = detail?.listing.description
        price = product.pricing.price.decimal
        discountedPrice = product.pricing.discount.decimal
        bargainPrice = product.pricing.salePrice.decimal
        currency = product.pricing.currency.rawValue
        reducedFrom = product.reduction?.lowest.decimal
        reducedAt = product.reduction?.reducedAt.text
        stock = product.stock
        thumbnail = product.thumbnail.absoluteString
        images = detail?.images.map {
            Image(id: $0.id.rawValue, url: $0.url.absoluteString, thumbnailURL: $0.thumbnail.absoluteString)
        }
        let kind = product.state.kind
        state = kind == .open ? nil : kind.rawValue
        let time = product.state.time?.text
        reservedUntil = kind == .reserved ? time : nil
        soldAt = kind == .sold ? time : nil
        expiredAt = kind == .expired ? time : nil
        expiresAt = detail?.expiresAt?.text
        self.contact = contact
        registeredAt = product.registeredAt.text
        updatedAt = product.updatedAt.text
        version = product.version
        url = page?.absoluteString
    }
}

extension Money {
    fileprivate var decimal: Decimal {
        Decimal(sign: .plus, exponent: -currency.exponent, significand: Decimal(minorUnits))
    }
}

extension Timestamp {
    /// The time in RFC 3339 format, in UTC.
    fileprivate var text: String {
        Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000).formatted(.iso8601)
    }
}
