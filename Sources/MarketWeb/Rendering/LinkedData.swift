internal import MarketModels

/// What a page says to programs, as JSON-LD in the words of schema.org.
enum LinkedData {
    /// A `Product` with its `Offer`, as a JSON text that can stand inside a `script` element.
    static func product(_ product: Product, origin: String) -> String {
        let listing = product.listing
        let address = "\(origin)/products/\(product.id.rawValue)"
        let availability = listing.stock > 0 ? "InStock" : "OutOfStock"
        let offer: [(String, String)] = [
            ("@type", PageData.quoted("Offer")),
            ("url", PageData.quoted(address)),
            ("price", PageData.quoted(listing.pricing.bargain.plainDigits)),
            ("priceCurrency", PageData.quoted(listing.pricing.currency.rawValue)),
            ("availability", PageData.quoted("https://schema.org/\(availability)")),
            ("seller", object([("@type", PageData.quoted("Person")), ("name", PageData.quoted(product.vendor.name))])),
        ]
        var fields: [(String, String)] = [
            ("@context", PageData.quoted("https://schema.org")),
            ("@type", PageData.quoted("Product")),
            ("url", PageData.quoted(address)),
            ("name", PageData.quoted(listing.name)),
        ]
        if !listing.description.isEmpty { fields.append(("description", PageData.quoted(listing.description))) }
        if !product.pictures.isEmpty {
            let images = product.pictures.map { PageData.quoted(origin + PictureAddress.full($0.name)) }
            fields.append(("image", "[\(images.joined(separator: ","))]"))
        }
        return object(fields + [("offers", object(offer))])
    }

    /// Never two braces side by side: that would look like a template that was not filled.
    private static func object(_ fields: [(String, String)]) -> String {
        "{\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")) }"
    }
}
