import MarketModels
import MarketTexts

/// The page of this browser's settings, and of everything that it stores.
struct DevicePage: WebPage {
    func html(_ site: SiteContext) -> String {
        let names: [(SiteContext.Theme, InterfaceString)] = [
            (.system, .systemColors), (.light, .lightColors), (.dark, .darkColors),
        ]
        // By their keys in the browser's storage.
        let stored = [
            ("favorites", site.texts[.favorites]), ("viewed", site.texts[.recentlyViewed]),
            ("searches", site.texts[.recentSearches]), ("place", site.texts.label(of: .place)),
            ("seller", site.texts.label(of: .seller)), ("contact", site.texts.label(of: .contact)),
            ("drafts", site.texts[.drafts]),
        ]
        let data: [String: Any?] = [
            "themes": names.map { theme, name in
                ["value": theme.rawValue, "name": site.texts[name], "isChosen": site.theme == theme ? "true" : "false"]
                    as Templates.Context
            },
            "stored": stored.map { ["key": $0, "name": $1] as Templates.Context },
        ]
        return PageLayout(kind: .kept, title: site.texts[.thisDevice]).html("device", site, data)
    }
}
