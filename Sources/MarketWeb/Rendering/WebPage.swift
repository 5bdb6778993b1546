/// A page or a part of one, with all data that it shows.
protocol WebPage: Sendable {
    /// The page as HTML (UTF-8).
    func html(_ site: SiteContext) -> String
}

extension WebPage {
    func bytes(_ site: SiteContext) -> [UInt8] { Array(html(site).utf8) }
}
