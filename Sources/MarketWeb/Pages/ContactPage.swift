public import MarketModels
internal import MarketTexts

/// How to reach a product's seller.
public struct ContactPage: WebPage {
    public let product: Product
    /// Nil when the seller left none.
    public let contact: String?
    /// The list that the product was found in.
    public let from: ListAddress

    public init(product: Product, contact: String?, from: ListAddress = ListAddress()) {
        self.product = product
        self.contact = contact
        self.from = from
    }

    public func html(_ site: SiteContext) -> String {
        let frame = Frame(
            kind: .message,
            title: WebTexts(language: site.language)[.contact],
            back: from.leadingBack(from: "/products/\(product.id.rawValue)")
        )
        let own: [String: Any?] = ["contact": contact, "seller": product.vendor.name]
        return frame.html("contact", site, ProductHead.facts(product, site).merging(own) { _, own in own })
    }
}
