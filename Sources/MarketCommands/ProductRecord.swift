import Foundation
import MarketAPI
import MarketModels

/// A product in the output of `--json`, with the keys of the API: those of the properties, in snake case.
struct ProductRecord: Encodable {
    private let product: ListedProduct
    private let detail: DetailedProduct?
    private let contact: String?
    private let page: URL?

    private enum Key: CodingKey {
        case vendorName, description, images, expiresAt, contact, url
    }

    init(_ product: ListedProduct, in detail: DetailedProduct? = nil, contact: String? = nil, page: URL? = nil) {
        self.product = product
        self.detail = detail
        self.contact = contact
        self.page = page
    }

    func encode(to encoder: any Encoder) throws {
        try product.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(contact, forKey: .contact)
        try values.encodeIfPresent(page?.absoluteString, forKey: .url)
        guard let detail else { return }
        try values.encode(detail.vendor.name, forKey: .vendorName)
        try values.encode(detail.listing.description, forKey: .description)
        try values.encode(detail.images, forKey: .images)
        try values.encodeIfPresent(detail.expiresAt?.responseText, forKey: .expiresAt)
        try detail.listing.attributes.encode(to: encoder)
    }
}
