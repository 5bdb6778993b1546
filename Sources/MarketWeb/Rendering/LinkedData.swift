import MarketModels

/// The structured data of a page, as JSON-LD with the vocabulary of schema.org.
enum LinkedData {
    /// Returns a `Product` with its `Offer`, as JSON that is safe inside a `script` element.
    static func product(_ product: Product, on site: SiteContext) -> String {
        let listing = product.listing
        let address = "\(site.origin)/products/\(product.id.rawValue)"
        let availability = product.shownStock > 0 ? "InStock" : "OutOfStock"
        var offer: [(String, String)] = [
            ("@type", PageData.quoted("Offer")),
            ("url", PageData.quoted(address)),
            ("price", PageData.quoted(listing.pricing.salePrice.plainDigits)),
            ("priceCurrency", PageData.quoted(listing.pricing.currency.rawValue)),
            ("availability", PageData.quoted("https://schema.org/\(availability)")),
            ("seller", object([("@type", PageData.quoted("Person")), ("name", PageData.quoted(product.vendor.name))])),
        ]
        if let condition = listing.attributes.condition {
            offer.append(("itemCondition", PageData.quoted("https://schema.org/\(schemaCondition(condition))")))
        }
        var fields: [(String, String)] = [
            ("@context", PageData.quoted("https://schema.org")),
            ("@type", PageData.quoted("Product")),
            ("url", PageData.quoted(address)),
            ("name", PageData.quoted(listing.name)),
        ]
        if !listing.description.isEmpty { fields.append(("description", PageData.quoted(listing.description))) }
        if !product.images.isEmpty {
            let images = product.images.map {
                PageData.quoted(site.images.absolute(site.images.full($0.name), on: site))
            }
            fields.append(("image", "[\(images.joined(separator: ","))]"))
        }
        return object(fields + [("offers", object(offer))])
    }

    /// The condition in the vocabulary of Open Graph, which knows no more.
    static func openGraphCondition(_ condition: ItemCondition) -> String { condition == .new ? "new" : "used" }

    private static func schemaCondition(_ condition: ItemCondition) -> String {
        switch condition {
        case .new: "NewCondition"
        case .likeNew, .good, .fair: "UsedCondition"
        case .forParts: "DamagedCondition"
        }
    }

    /// Returns a JSON object without two consecutive closing braces, which would look like an unfilled template.
    private static func object(_ fields: [(String, String)]) -> String {
        "{\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")) }"
    }
}
