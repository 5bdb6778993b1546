import MarketModels
import MarketTexts

/// A page of the operator's, such as the imprint.
struct TextPage: WebPage {
    let page: MarketPage

    /// Returns the path of a page.
    static func path(of kind: MarketPage.Kind) -> String { "/pages/\(kind.rawValue)" }

    func html(_ site: SiteContext) -> String {
        let title = site.texts.title(of: page.id.kind)
        return PageLayout(kind: .message, title: title).html(
            "text-page",
            site,
            [
                "origin": site.origin,
                "canonical": Self.path(of: page.id.kind),
                "textLanguage": page.id.language.rawValue,
                "html": Markdown.html(page.text),
            ]
        )
    }
}
