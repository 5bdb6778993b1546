internal import MarketMarkdown
public import MarketModels
internal import MarketTexts

/// A page of the operator's, such as the imprint.
public struct TextPage: WebPage {
    public let page: MarketPage

    public init(_ page: MarketPage) { self.page = page }

    /// Returns the path of a page.
    public static func path(of kind: MarketPage.Kind) -> String { "/pages/\(kind.rawValue)" }

    public func html(_ site: SiteContext) -> String {
        let title = InterfaceTexts(language: site.language).title(of: page.id.kind)
        return PageLayout(kind: .message, title: title).html(
            "text-page",
            site,
            [
                "origin": site.origin,
                "canonical": Self.path(of: page.id.kind),
                "textLanguage": page.id.language,
                "html": Markdown.html(page.text),
            ]
        )
    }
}
