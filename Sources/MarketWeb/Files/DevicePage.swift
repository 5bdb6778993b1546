import MarketModels
import MarketTexts

/// The page of this browser's settings, and of everything that it stores.
struct DevicePage: WebPage {
    /// The kinds of stored data, by their keys in the browser's storage.
    private static func stored(_ texts: InterfaceTexts) -> [(key: String, name: String)] {
        [
            ("favorites", texts[.favorites]), ("viewed", texts[.recentlyViewed]),
            ("searches", texts[.recentSearches]), ("place", texts.label(of: .place)),
            ("seller", texts.label(of: .seller)), ("contact", texts.label(of: .contact)), ("drafts", texts[.drafts]),
        ]
    }

    func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let names: [(SiteContext.Theme, InterfaceString)] = [
            (.system, .systemColors), (.light, .lightColors), (.dark, .darkColors),
        ]
        let data: [String: Any?] = [
            "themes": names.map { theme, name in
                ["value": theme.rawValue, "name": texts[name], "isChosen": site.theme == theme ? "true" : "false"]
                    as Templates.Context
            },
            "stored": Self.stored(texts).map { ["key": $0.key, "name": $0.name] as Templates.Context },
        ]
        return PageLayout(kind: .kept, title: texts[.thisDevice]).html("device", site, data)
    }
}
