import MarketTexts

/// The page that confirms a deletion.
struct DeletedPage: WebPage {
    /// The product's name.
    let name: String
    /// The list from which the product was opened.
    var from = ListAddress()

    func html(_ site: SiteContext) -> String {
        PageLayout(kind: .message, title: site.texts[.deletedTitle], back: from.path)
            .message(site.texts[.deleted(name)], .okay, leadingTo: from.path, drawing: "done", site)
    }
}
