public import MarketModels

/// Encodes the responses of the `items` edition: amounts in whole units, rounded half up, and the sale price as
/// `discounted_price` (API.md, “items”).
public struct ItemsEncoder: Sendable {
    private let origin: Origin

    /// Creates an encoder whose links begin with `origin`.
    public init(origin: Origin) {
        self.origin = origin
    }

    /// Encodes a page of products, each with the URLs of its thumbnails.
    ///
    /// - Parameter number: The requested page, from 1.
    public func list(_ page: ProductPage, number: Int) -> [UInt8] {
        var json = JSONWriter(capacity: 40 + page.products.count * 400)
        json.object { json in
            json.member("page", number)
            json.member("items", objects: page.products) { json, product in
                write(
                    Fields(product.id, product.name, product.pricing, product.shownStock, product.registeredAt),
                    thumbnails: Self.thumbnails(product.images ?? [], first: product.thumbnail),
                    to: &json
                )
            }
        }
        return json.bytes
    }

    /// Encodes an item with its description and all its images.
    public func item(_ product: Product) -> [UInt8] {
        let listing = product.listing
        var json = JSONWriter(capacity: 800 + listing.description.utf8.count)
        json.beginObject()
        write(
            Fields(product.id, listing.name, listing.pricing, product.shownStock, product.registeredAt),
            thumbnails: Self.thumbnails(product.images.map(\.name), first: product.thumbnail?.name),
            to: &json
        )
        json.member("descriptions", listing.description)
        json.key("images")
        json.beginArray()
        for image in product.images { json.link(to: ImageFile(image.name, .full), at: origin) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// Encodes the response to a deletion whose body named the item: exactly `{"id":N}`.
    public func deleted(_ id: Product.ID) -> [UInt8] {
        JSONWriter.object { $0.member("id", id.rawValue) }
    }

    /// The fields of an item that both the list and the detail contain.
    private struct Fields {
        let id: Product.ID
        let title: String
        let pricing: Pricing
        let stock: Int64
        let registeredAt: Timestamp

        init(_ id: Product.ID, _ title: String, _ pricing: Pricing, _ stock: Int64, _ registeredAt: Timestamp) {
            self.id = id
            self.title = title
            self.pricing = pricing
            self.stock = stock
            self.registeredAt = registeredAt
        }
    }

    private func write(_ fields: Fields, thumbnails: [ImageName], to json: inout JSONWriter) {
        json.member("id", fields.id.rawValue)
        json.member("title", fields.title)
        json.member("price", fields.pricing.price.wholeUnitsRoundedHalfUp)
        json.member("currency", fields.pricing.currency.rawValue)
        json.member("stock", fields.stock)
        if fields.pricing.isDiscounted {
            json.member("discounted_price", fields.pricing.salePrice.wholeUnitsRoundedHalfUp)
        }
        json.key("thumbnails")
        json.beginArray()
        for name in thumbnails { json.link(to: ImageFile(name, .thumbnail), at: origin) }
        // Apps read the first element without checking that there is one.
        if thumbnails.isEmpty { json.string(origin.text + ImageFile.placeholderPath) }
        json.endArray()
        json.member("registration_date", epochSeconds: fields.registeredAt)
    }

    /// Returns the names with the product's chosen thumbnail first, because apps show the first one.
    private static func thumbnails(_ names: [ImageName], first: ImageName?) -> [ImageName] {
        guard let first, let index = names.firstIndex(of: first), index > 0 else { return names }
        return [first] + names[..<index] + names[(index + 1)...]
    }
}
