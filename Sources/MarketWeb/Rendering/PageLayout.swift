import MarketModels
import MarketTexts

/// The layout around the content of every page.
struct PageLayout {
    /// The kind of page, by its scripts.
    enum Kind {
        case list, product, form, message, kept
        /// A page that asks for a password, or with something to copy.
        case password

        /// The texts for the scripts of pages of this kind.
        var scriptStrings: [ScriptString] {
            let own: [ScriptString] =
                switch self {
                case .list:
                    [
                        .favorite, .notKept, .refreshed, .pullToRefresh, .releaseToRefresh, .searchFailed, .retry,
                        .recentSearches, .removeSearch, .clearSearches,
                    ]
                case .product:
                    [
                        .favorite, .notKept, .linkCopied, .cancel, .close, .contactFailed, .noConnection, .okay,
                        .retry, .showPassword,
                    ]
                case .form:
                    [
                        .draftNotKept, .draftRemoved, .unnamed, .cancel, .uploadFailed, .noResponse, .stillWaiting,
                        .saveFailed, .showListing, .showPassword, .tooManyImages, .imageAdded, .imageRemoved,
                        .imageMoved, .removeImage, .moveImage, .cropImage, .imageCropped, .cropPlace, .notAnImage,
                        .imageDamaged, .imageTooHeavy, .imageTooLarge, .imageUnreadable,
                    ]
                case .password: [.showPassword]
                case .message: []
                case .kept: [.favorite, .notKept, .retry]
                }
            return [.failed, .newerPage, .offline, .olderPage, .reload, .unanswered, .unreachable] + own
        }

        /// The scripts that pages of this kind load after `app.js`, and the modules that these import. Browsers would
        /// find them only one after the other.
        var modules: [String] {
            let own =
                switch self {
                case .list: ["list", "kept", "store", "search"]
                case .product: ["product", "gallery", "kept", "store"]
                case .form: ["form", "amounts", "store"]
                case .password: ["product"]
                case .message: [String]()
                case .kept: ["kept", "store"]
                }
            return ["shared"] + own
        }
    }

    let kind: Kind
    /// The title before the market's name; nil on the market's own page.
    let title: String?
    /// The target of the back link in the header; nil on the market's own page.
    var back: String? = "/"

    func html(_ template: String, _ site: SiteContext, _ data: [String: Any?]) -> String {
        let around: [String: Any?] = [
            "lang": site.language.rawValue,
            "version": Assets.version,
            "style": site.containsStyle ? Assets.style : nil,
            "theme": site.theme == .system ? nil : site.theme.rawValue,
            "isDark": site.theme == .dark,
            "modules": kind.modules,
            "title": title.map { "\($0) · \(site.name)" } ?? site.name,
            "heading": title ?? site.name,
            "siteName": site.name,
            "siteSummary": site.tagline,
            "accentStyle": site.accentStyle,
            "own": site.profileMark,
            "manifest": WebManifest.address(on: site),
            "back": back,
            "path": site.path,
            "isShownOnce": site.isShownOnce,
            "csrf": site.csrf,
            "canSell": site.canSell,
            "hasLostListings": site.hasLostListings,
            "otherLanguages": otherLanguages(than: site.language),
            "data": PageData.json(
                texts: kind.scriptStrings,
                kind == .form ? FormSentences.all(in: site.language) : [],
                site
            ),
        ]
        let all = around.merging(SiteIcon(site: site).data) { $1 }.merging(site.footerData) { $1 }.merging(data) { $1 }
        return Templates.render(template, site.language, all.filled)
    }

    private func otherLanguages(than shown: Language) -> [Templates.Context] {
        Language.allCases.filter { $0 != shown }.map { language in
            let texts = InterfaceTexts(language: language)
            return [
                "language": language.rawValue, "viewInIt": texts[.viewInThisLanguage],
                "viewInItShort": texts[.viewInThisLanguageShort],
            ]
        }
    }
}
