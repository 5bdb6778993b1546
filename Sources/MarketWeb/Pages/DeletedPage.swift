internal import MarketTexts

/// Says that a product is gone.
public struct DeletedPage: WebPage {
    /// The product's name.
    public let name: String

    public init(name: String) {
        self.name = name
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        return Frame(kind: .message, title: texts[.deletedTitle]).html(
            "message",
            site,
            ["sentence": texts.deleted(name), "action": texts[.okay], "address": "/", "drawing": "drawing-done"]
        )
    }
}
