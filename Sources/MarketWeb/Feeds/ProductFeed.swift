import MarketModels
import MarketTexts

/// The newest products of a list as an Atom feed (RFC 4287).
struct ProductFeed: Sendable {
    /// The list that a feed is based on.
    enum Source: Hashable, Sendable {
        case market
        /// The results of a search.
        case search(String)
        case seller(Vendor)
    }

    /// The maximum number of entries.
    static let size = 50
    static let mediaType = "application/atom+xml; charset=utf-8"

    let source: Source
    /// The products, newest first, with their descriptions.
    let products: [ProductSummary]
    /// The time of the last change of an empty feed.
    let now: Timestamp

    /// Returns the path of a feed, including the leading slash.
    static func path(of source: Source) -> String {
        switch source {
        case .market: "/feed.atom"
        case .search(let text): ListQuery.address("/feed.atom", [("q", text)])
        case .seller(let vendor): "/sellers/\(vendor.id.rawValue)/feed.atom"
        }
    }

    /// Returns the title of a feed, which pages that link to it show, too.
    static func title(of source: Source, on site: SiteContext) -> String {
        switch source {
        case .market: site.name
        case .search(let text):
            "\(site.texts[.resultsTitle(for: text)]) · \(site.name)"
        case .seller(let vendor): "\(vendor.name) · \(site.name)"
        }
    }

    private var page: String {
        switch source {
        case .market: "/"
        case .search(let text): ListQuery(text: text).address
        case .seller(let vendor): "/sellers/\(vendor.id.rawValue)"
        }
    }

    func bytes(_ site: SiteContext) -> [UInt8] {
        var xml = XMLText()
        let address = XMLText.escaped(site.origin + Self.path(of: source))
        let updated = products.map(\.updatedAt).max() ?? now
        xml.markup("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"\(site.language.rawValue)\">\n")
        xml.markup("<id>\(address)</id>\n")
        xml.element("title", Self.title(of: source, on: site))
        xml.element("updated", updated.attribute)
        xml.markup("<link rel=\"self\" type=\"application/atom+xml\" href=\"\(address)\"/>\n")
        xml.markup("<link rel=\"alternate\" type=\"text/html\" href=\"\(XMLText.escaped(site.origin + page))\"/>\n")
        for product in products { entry(product, site, &xml) }
        xml.markup("</feed>\n")
        return xml.bytes
    }

    private func entry(_ product: ProductSummary, _ site: SiteContext, _ xml: inout XMLText) {
        let address = "\(site.origin)/products/\(product.id.rawValue)"
        let price = site.productTexts.salePrice(product.pricing)
        let summary = "\(price) · \(site.productTexts.stock(product.shownStock))"
        xml.markup("<entry>\n")
        xml.element("id", address)
        xml.element("title", product.name)
        xml.element("published", product.registeredAt.attribute)
        xml.element("updated", product.updatedAt.attribute)
        xml.markup("<link rel=\"alternate\" type=\"text/html\" href=\"\(XMLText.escaped(address))\"/>\n<author>")
        xml.element("name", product.vendorName)
        xml.markup("</author>\n")
        xml.element("summary", summary)
        xml.element("content", content(product, summary, site), " type=\"html\"")
        xml.markup("</entry>\n")
    }

    /// Returns the content of an entry as HTML.
    private func content(_ product: ProductSummary, _ summary: String, _ site: SiteContext) -> String {
        let markup = HTMLEscaping()
        let image = product.thumbnail.map { name in
            let address = markup.escapeText(site.images.absolute(site.images.thumbnail(name), on: site))
            return "<p><img src=\"\(address)\" alt=\"\(markup.escapeText(product.name))\"></p>"
        }
        let lines = (product.description ?? "").split(whereSeparator: \.isNewline).map { markup.escapeText(String($0)) }
        let description = lines.isEmpty ? "" : "<p>\(lines.joined(separator: "<br>"))</p>"
        return (image ?? "") + "<p>\(markup.escapeText(summary))</p>" + description
    }
}
