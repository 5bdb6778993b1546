internal import MarketTexts

/// The page of this browser's settings, and of everything that it stores.
public struct DevicePage: WebPage {
    /// The kinds of stored data, by their keys in the browser's storage.
    private static let stored: [(key: String, name: WebString)] = [
        ("favorites", .favorites), ("viewed", .recentlyViewed), ("searches", .recentSearches),
        ("place", .place), ("seller", .sellerName), ("contact", .contact), ("drafts", .drafts),
    ]

    public init() {}

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let names: [(SiteContext.Theme, WebString)] = [
            (.system, .systemColors), (.light, .lightColors), (.dark, .darkColors),
        ]
        let data: [String: Any?] = [
            "themes": names.map { theme, name in
                ["value": theme.rawValue, "name": texts[name], "isChosen": site.theme == theme ? "true" : "false"]
                    as Templates.Context
            },
            "stored": Self.stored.map { ["key": $0.key, "name": texts[$0.name]] as Templates.Context },
        ]
        return PageLayout(kind: .kept, title: texts[.thisDevice]).html("device", site, data)
    }
}
