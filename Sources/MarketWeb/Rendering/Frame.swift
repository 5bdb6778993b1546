internal import MarketTexts

/// What is around the content of every page.
struct Frame {
    /// Which scripts a page needs: what they find in `document.body.dataset.page`.
    enum Kind: String {
        case list, product, form, password, message

        var scriptWords: [ScriptWord] {
            switch self {
            case .list: ScriptWord.list
            case .product: ScriptWord.product
            case .form: ScriptWord.form
            case .password: ScriptWord.password
            case .message: ScriptWord.message
            }
        }
    }

    let kind: Kind
    /// What the window's title says before the market's name; nil for the market itself.
    let title: String?
    /// Where the link in the header leads back to; nil on the market itself.
    var back: String? = "/"

    func html(_ template: String, _ site: SiteContext, _ facts: [String: Any?]) -> String {
        let siteName = WebTexts(language: site.language)[.siteName]
        let around: [String: Any?] = [
            "lang": site.language.rawValue,
            "version": site.assetVersion,
            "page": kind.rawValue,
            "title": title.map { "\($0) · \(siteName)" } ?? siteName,
            "heading": title ?? siteName,
            "back": back,
            "path": site.path,
            "csrf": site.csrf,
            "otherLanguage": site.language == .korean ? "en" : "ko",
            "data": PageData.json(
                texts: kind.scriptWords,
                kind == .form ? FormSentences.all(in: site.language) : [],
                site
            ),
        ]
        return Templates.render(template, site.language, around.merging(facts) { _, own in own }.filled)
    }
}
