public import MarketModels

/// The URLs of all products for search engines: an index of sitemaps, each for a range of ids.
///
/// The protocol (sitemaps.org) limits a sitemap to 50,000 URLs and 50 MB; here a URL takes about 120 bytes.
public enum Sitemap {
    /// The maximum number of products in a sitemap.
    public static let size: Int64 = 50_000
    public static let mediaType = "application/xml; charset=utf-8"
    private static let namespace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""

    /// Returns the index of all sitemaps. There is always at least one, which also includes the market's home page.
    ///
    /// - Parameters:
    ///   - newest: The newest product, or nil in an empty market.
    ///   - origin: The origin of the URLs.
    public static func index(upTo newest: Product.ID?, origin: String) -> [UInt8] {
        var xml = XMLText()
        xml.markup("<sitemapindex \(namespace)>\n")
        for number in 1...count(upTo: newest) {
            xml.markup("<sitemap><loc>\(XMLText.escaped("\(origin)/sitemaps/\(number).xml"))</loc></sitemap>\n")
        }
        xml.markup("</sitemapindex>\n")
        return xml.bytes
    }

    /// Returns the number of sitemaps, at least 1.
    public static func count(upTo newest: Product.ID?) -> Int64 {
        max(1, ((newest?.rawValue ?? 0) + size - 1) / size)
    }

    /// Returns the ids of the products in a sitemap.
    ///
    /// - Parameter number: The number of the sitemap, from 1.
    /// - Returns: The ids, or nil if the number is invalid.
    public static func ids(of number: Int64) -> ClosedRange<Int64>? {
        let (last, overflow) = number.multipliedReportingOverflow(by: size)
        return number < 1 || overflow ? nil : last - size + 1...last
    }

    /// Returns the beginning of a sitemap.
    public static func head(of number: Int64, origin: String) -> [UInt8] {
        var xml = XMLText()
        xml.markup("<urlset \(namespace)>\n")
        if number == 1 { xml.markup("<url><loc>\(XMLText.escaped(origin + "/"))</loc></url>\n") }
        return xml.bytes
    }

    /// Returns the entries of products.
    public static func entries(_ products: some Sequence<ProductSummary>, origin: String) -> [UInt8] {
        let start = "<url><loc>\(XMLText.escaped(origin))/products/"
        return products.flatMap { product in
            "\(start)\(product.id.rawValue)</loc><lastmod>\(product.updatedAt.attribute)</lastmod></url>\n".utf8
        }
    }

    /// The end of a sitemap.
    public static let footer = Array("</urlset>\n".utf8)

    /// Returns the `robots.txt`. Crawlers may request everything except forms and duplicates of pages.
    public static func robots(origin: String) -> [UInt8] {
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
