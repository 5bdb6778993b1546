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
        let own: [String: Any?] = ["hasContact": contact != nil, "parts": contact.map { parts(of: $0, site) }]
        return frame.html("contact", site, ProductHead.facts(product, site).merging(own) { _, own in own })
    }

    /// What can be tapped can be copied, too; a contact that is nothing but words is copied whole.
    private func parts(of contact: String, _ site: SiteContext) -> [Templates.Facts] {
        let texts = WebTexts(language: site.language)
        let parts = ContactReader.parts(of: contact)
        let isOnlyWords = parts.allSatisfy { $0.kind == .text }
        return parts.map { part in
            let facts: [String: Any?] = [
                "words": part.text,
                "address": part.address,
                "isLink": part.address != nil,
                "isWeb": part.kind == .link,
                "isCopied": isOnlyWords || part.kind != .text,
                "copy": isOnlyWords ? texts[.copy] : texts.copy(part.text),
            ]
            return facts.filled
        }
    }
}
