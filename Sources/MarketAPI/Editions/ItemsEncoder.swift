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
                write(product.id, title: product.name, product.pricing, stock: product.shownStock, to: &json)
                writeThumbnails(product.images ?? [], first: product.thumbnail, to: &json)
                json.member("registration_date", epochSeconds: product.registeredAt)
            }
        }
        return json.bytes
    }

    /// Encodes an item with its description and all its images.
    public func item(_ product: Product) -> [UInt8] {
        let listing = product.listing
        var json = JSONWriter(capacity: 800 + listing.description.utf8.count)
        json.object { json in
            write(product.id, title: listing.name, listing.pricing, stock: product.shownStock, to: &json)
            writeThumbnails(product.images.map(\.name), first: product.thumbnail?.name, to: &json)
            json.member("registration_date", epochSeconds: product.registeredAt)
            json.member("descriptions", listing.description)
            json.member("images") { json in
                for image in product.images { json.link(to: ImageFile(image.name, .full), at: origin) }
            }
        }
        return json.bytes
    }

    /// Encodes the response to a deletion whose body named the item: exactly `{"id":N}`.
    public func deleted(_ id: Product.ID) -> [UInt8] {
        JSONWriter.object { $0.member("id", id.rawValue) }
    }

    /// Writes the fields with which both the list and the detail begin.
    private func write(_ id: Product.ID, title: String, _ pricing: Pricing, stock: Int64, to json: inout JSONWriter) {
        json.member("id", id.rawValue)
        json.member("title", title)
        json.member("price", pricing.price.wholeUnitsRoundedHalfUp)
        json.member("currency", pricing.currency.rawValue)
        json.member("stock", stock)
        if pricing.isDiscounted { json.member("discounted_price", pricing.salePrice.wholeUnitsRoundedHalfUp) }
    }

    private func writeThumbnails(_ names: [ImageName], first: ImageName?, to json: inout JSONWriter) {
        json.member("thumbnails") { json in
            for name in Self.thumbnails(names, first: first) { json.link(to: ImageFile(name, .thumbnail), at: origin) }
            // Apps read the first element without checking that there is one.
            if names.isEmpty { json.string(origin.text + ImageFile.placeholderPath) }
        }
    }

    /// Returns the names with the product's chosen thumbnail first, because apps show the first one.
    private static func thumbnails(_ names: [ImageName], first: ImageName?) -> [ImageName] {
        guard let first, let index = names.firstIndex(of: first), index > 0 else { return names }
        return [first] + names[..<index] + names[(index + 1)...]
    }
}
