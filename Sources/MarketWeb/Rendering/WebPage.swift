/// A page or a part of one, with all data that it shows.
public protocol WebPage: Sendable {
    /// The page as HTML (UTF-8).
    func html(_ site: SiteContext) -> String
}

extension WebPage {
    public func bytes(_ site: SiteContext) -> [UInt8] { Array(html(site).utf8) }
}
