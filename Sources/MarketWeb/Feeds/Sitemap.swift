import MarketModels

/// The URLs of all products for search engines: an index of sitemaps, each of which has as many products as one may have, except
/// the last. So none is empty, whatever numbers products have.
///
/// The protocol (sitemaps.org) limits a sitemap to 50,000 URLs and 50 MB, and an index to 50,000 sitemaps; here a URL takes
/// about 120 bytes.
enum Sitemap {
    /// The number of products that are read at once.
    static let batchSize = 200
    /// The number of batches of a sitemap. The home page is in the first one, too.
    static let batchCount = 249
    private static let maximumCount = 50_000
    static let mediaType = "application/xml; charset=utf-8"
    private static let namespace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""

    /// Returns the index of all sitemaps. There is always at least one, which also includes the market's home page.
    ///
    /// - Parameters:
    ///   - productCount: The number of products that lists show.
    ///   - origin: The origin of the URLs.
    static func index(of productCount: Int, origin: String) -> [UInt8] {
        let size = batchSize * batchCount
        let count = min(maximumCount, max(1, productCount / size + (productCount % size > 0 ? 1 : 0)))
        var xml = XMLText()
        xml.markup("<sitemapindex \(namespace)>\n")
        for number in 1...count {
            xml.markup("<sitemap><loc>\(XMLText.escaped("\(origin)/sitemaps/\(number).xml"))</loc></sitemap>\n")
        }
        xml.markup("</sitemapindex>\n")
        return xml.bytes
    }

    /// Returns the number of the first batch of a sitemap, from 1.
    ///
    /// - Parameter number: The number of the sitemap, from 1.
    /// - Returns: nil if there can be no such sitemap.
    static func firstBatch(of number: Int) -> Int? {
        1...maximumCount ~= number ? (number - 1) * batchCount + 1 : nil
    }

    /// Returns the beginning of a sitemap.
    ///
    /// - Parameter pages: The operator's pages, of which those that are published are in the first sitemap.
    static func head(of number: Int, origin: String, pages: [MarketPage] = []) -> [UInt8] {
        var xml = XMLText()
        xml.markup("<urlset \(namespace)>\n")
        if number == 1 {
            xml.markup("<url><loc>\(XMLText.escaped(origin))/</loc></url>\n")
            for kind in MarketPage.Kind.allCases {
                // An address shows a page in either language.
                let published = pages.filter { $0.id.kind == kind && $0.isPublished }
                guard let changed = published.map(\.changedAt).max() else { continue }
                let address = XMLText.escaped(origin + TextPage.path(of: kind))
                xml.markup("<url><loc>\(address)</loc><lastmod>\(changed.attribute)</lastmod></url>\n")
            }
        }
        return xml.bytes
    }

    /// Returns the entries of products.
    static func entries(_ products: some Sequence<ProductSummary>, origin: String) -> [UInt8] {
        let start = "<url><loc>\(XMLText.escaped(origin))/products/"
        return products.flatMap { product in
            "\(start)\(product.id.rawValue)</loc><lastmod>\(product.updatedAt.attribute)</lastmod></url>\n".utf8
        }
    }

    /// The end of a sitemap.
    static let footer = Array("</urlset>\n".utf8)

    /// Returns the `robots.txt`. Crawlers may request everything except forms and duplicates of pages.
    static func robots(origin: String) -> [UInt8] {
        Array(
            """
            User-agent: *
            Disallow: /mine
            Disallow: /products/new
            Disallow: /products/*/edit
            Disallow: /products/*/delete
            Disallow: /products/*/contact
            Disallow: /*fragment=
            Disallow: /*from=

            Sitemap: \(origin)/sitemap.xml

            """.utf8
        )
    }
}
