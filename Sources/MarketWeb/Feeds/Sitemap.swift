public import MarketModels

/// The addresses of all products for search engines: an index of maps, each of the products of a range of ids.
///
/// The protocol (sitemaps.org) bounds a map by 50,000 addresses and 50 MB; here an address takes some 120 bytes.
public enum Sitemap {
    /// Products of a map at most.
    public static let size: Int64 = 50_000
    public static let mediaType = "application/xml; charset=utf-8"
    private static let namespace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""

    /// The index of all maps: one at least, which has the market's own page, too.
    ///
    /// - Parameter newest: the newest product; nil in an empty market.
    public static func index(upTo newest: Product.ID?, origin: String) -> [UInt8] {
        var xml = XMLText()
        xml.markup("<sitemapindex \(namespace)>\n")
        for number in 1...count(upTo: newest) {
            xml.markup("<sitemap><loc>\(XMLText.escaped("\(origin)/sitemaps/\(number).xml"))</loc></sitemap>\n")
        }
        xml.markup("</sitemapindex>\n")
        return xml.bytes
    }

    public static func count(upTo newest: Product.ID?) -> Int64 {
        max(1, ((newest?.rawValue ?? 0) + size - 1) / size)
    }

    /// The ids of the products of a map.
    ///
    /// - Parameter number: from 1.
    /// - Returns: nil for a number that no map can have.
    public static func ids(of number: Int64) -> ClosedRange<Int64>? {
        let (last, overflow) = number.multipliedReportingOverflow(by: size)
        return number < 1 || overflow ? nil : last - size + 1...last
    }

    /// What a map begins with.
    public static func head(of number: Int64, origin: String) -> [UInt8] {
        var xml = XMLText()
        xml.markup("<urlset \(namespace)>\n")
        if number == 1 { xml.markup("<url><loc>\(XMLText.escaped(origin + "/"))</loc></url>\n") }
        return xml.bytes
    }

    public static func entries(_ products: some Sequence<ProductSummary>, origin: String) -> [UInt8] {
        let start = "<url><loc>\(XMLText.escaped(origin))/products/"
        return products.flatMap { product in
            "\(start)\(product.id.rawValue)</loc><lastmod>\(product.updatedAt.attribute)</lastmod></url>\n".utf8
        }
    }

    /// What a map ends with.
    public static let foot = Array("</urlset>\n".utf8)

    /// Which addresses programs that walk the web may ask for: all but forms, and what is a page once more.
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
