import MarketTexts

/// The page that confirms a deletion.
struct DeletedPage: WebPage {
    /// The product's name.
    let name: String
    /// The list from which the product was opened.
    var from = ListAddress()

    func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        return PageLayout(kind: .message, title: texts[.deletedTitle], back: from.path)
            .message(texts[.deleted(name)], texts[.okay], leadingTo: from.path, drawing: "done", site)
    }
}
