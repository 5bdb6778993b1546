public import MarketModels

/// Writes the answers of the `items` edition: whole units of money, rounded half up, and the price that is paid as
/// `discounted_price` (API.md, “items”).
public struct ItemsEncoder: Sendable {
    private let origin: Origin

    public init(origin: Origin) {
        self.origin = origin
    }

    /// Writes a page. Its products carry the names of their pictures.
    ///
    /// - Parameter number: the page that was asked for.
    public func list(_ page: ProductPage, number: Int) -> [UInt8] {
        var json = JSONWriter(capacity: 40 + page.products.count * 400)
        json.beginObject()
        json.member("page", number)
        json.key("items")
        json.beginArray()
        for product in page.products {
            json.beginObject()
            write(
                Facts(product.id, product.name, product.pricing, product.stock, product.registeredAt),
                thumbnails: Self.thumbnails(product.pictures ?? [], first: product.thumbnail),
                to: &json
            )
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// Writes an item with its description and all its pictures.
    public func item(_ product: Product) -> [UInt8] {
        let listing = product.listing
        var json = JSONWriter(capacity: 800 + listing.description.utf8.count)
        json.beginObject()
        write(
            Facts(product.id, listing.name, listing.pricing, listing.stock, product.registeredAt),
            thumbnails: Self.thumbnails(product.pictures.map(\.name), first: product.thumbnail?.name),
            to: &json
        )
        json.member("descriptions", listing.description)
        json.key("images")
        json.beginArray()
        for picture in product.pictures { json.link(to: PictureFile(picture.name, .full), at: origin) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// Writes the answer to a deletion whose body named the item: exactly `{"id":N}`.
    public func deleted(_ id: Product.ID) -> [UInt8] {
        var json = JSONWriter(capacity: 32)
        json.beginObject()
        json.member("id", id.rawValue)
        json.endObject()
        return json.bytes
    }

    /// What an item has in lists and by itself.
    private struct Facts {
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

    private func write(_ facts: Facts, thumbnails: [PictureName], to json: inout JSONWriter) {
        json.member("id", facts.id.rawValue)
        json.member("title", facts.title)
        json.member("price", facts.pricing.price.wholeUnitsRoundedHalfUp)
        json.member("currency", facts.pricing.currency.rawValue)
        json.member("stock", facts.stock)
        if facts.pricing.isDiscounted {
            json.member("discounted_price", facts.pricing.bargain.wholeUnitsRoundedHalfUp)
        }
        json.key("thumbnails")
        json.beginArray()
        for name in thumbnails { json.link(to: PictureFile(name, .thumbnail), at: origin) }
        // Apps take the first without looking whether there is one.
        if thumbnails.isEmpty { json.string(origin.text + PictureFile.placeholderPath) }
        json.endArray()
        json.member("registration_date", epochSeconds: facts.registeredAt)
    }

    /// The picture that stands for the product comes first: that is the one apps show.
    private static func thumbnails(_ names: [PictureName], first: PictureName?) -> [PictureName] {
        guard let first, let index = names.firstIndex(of: first), index > 0 else { return names }
        return [first] + names[..<index] + names[(index + 1)...]
    }
}
