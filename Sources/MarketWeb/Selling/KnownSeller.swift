import MarketTexts

/// The seller that a browser's identity belongs to, as the pages for moving it name it.
struct KnownSeller: Hashable, Sendable {
    let name: String
    let productCount: Int

    /// The number of products, in words.
    func count(_ site: SiteContext) -> String { site.texts.productCount(productCount) }
}
