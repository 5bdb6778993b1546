import MarketTexts

/// The page from which a browser's identity is moved to another browser.
struct MovePage: WebPage {
    /// The seller of this browser; nil if nothing was ever listed from it.
    let seller: KnownSeller?

    func html(_ site: SiteContext) -> String {
        let data: [String: Any] = [
            "hasSeller": seller != nil,
            "state": seller.map { site.texts[.listingsHere(of: $0.name, $0.count(site))] }
                ?? site.texts[.noListingsHere],
        ]
        return PageLayout(kind: .message, title: site.texts[.moveTitle], back: "/mine").html("move", site, data)
    }
}

/// The seller that a browser's identity belongs to, as the pages for moving it name it.
struct KnownSeller: Hashable, Sendable {
    let name: String
    let productCount: Int

    /// The number of products, in words.
    func count(_ site: SiteContext) -> String { site.texts.productCount(productCount) }
}
