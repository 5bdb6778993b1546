import MarketModels
import MarketTexts

/// The page with the contact of a product's seller.
struct ContactPage: WebPage {
    let product: Product
    /// The contact, or nil if the seller gave none.
    let contact: String?
    /// The list from which the product was opened.
    var from = ListAddress()

    func html(_ site: SiteContext) -> String {
        let frame = PageLayout(
            kind: .password,
            title: site.texts.label(of: .contact),
            back: from.leadingBack(from: "/products/\(product.id.rawValue)")
        )
        let own: [String: Any?] = ["hasContact": contact != nil, "parts": contact.map { parts(of: $0, site) }]
        return frame.html("contact", site, ProductHeaderViewData.data(product, site).merging(own) { _, own in own })
    }

    /// Returns the template data of the parts. Each link can be copied; a contact without links is copied as a whole.
    private func parts(of contact: String, _ site: SiteContext) -> [Templates.Context] {
        let parts = ContactReader.parts(of: contact)
        let isOnlyWords = parts.allSatisfy { $0.kind == .text }
        return parts.map { part in
            let data: [String: Any?] = [
                "words": part.text,
                "address": part.address,
                "isLink": part.address != nil,
                "isWeb": part.kind == .link,
                "isCopied": isOnlyWords || part.kind != .text,
                "copy": isOnlyWords ? site.texts[.copy] : site.texts[.copy(part.text)],
            ]
            return data.filled
        }
    }
}
