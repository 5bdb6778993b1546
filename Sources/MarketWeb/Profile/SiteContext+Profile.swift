import MarketModels
import MarketTexts

extension MarketProfile {
    /// The name that people read: the operator's, or else the usual one.
    func shownName(in language: Language) -> String {
        name(in: language) ?? InterfaceTexts(language: language)[.siteName]
    }
}

extension SiteContext {
    /// The name of the market.
    var name: String { profile.shownName(in: language) }
    /// The sentence about the market: the operator's, or else the usual one.
    var tagline: String { profile.value(of: .tagline, in: language) ?? texts[.siteSummary] }

    /// The style sheet with the operator's color, which pages contain behind the common one; nil for the usual color.
    var accentStyle: String? {
        guard let dark = profile.accent(on: .dark) else { return nil }
        let light = profile.accent(on: .light).map { ":root{--accent:\($0.text)}" } ?? ""
        let rules = "{--accent:\(dark.text);--on-accent:\(PageColors.dark.textOnAccent.text)}"
        return "\(light)@media(prefers-color-scheme:dark){:root:not([data-theme])\(rules)}[data-theme=dark]\(rules)"
    }

    /// A mark that changes with what every page shows of the profile, so that browsers don't keep copies of pages with a name of
    /// before; nil for a profile without anything. It is the same on every server (FNV-1a).
    var profileMark: String? {
        guard profile != .empty else { return nil }
        let values = profile.values.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
        let logo = profile.logo.map { [$0.name.hexDigits] } ?? []
        let text = (values + profile.publishedKinds.map(\.rawValue) + logo).joined(separator: "\n")
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return String(hash, radix: 16)
    }

    /// The template data of what the operator adds to the end of every page.
    var footerData: [String: Any?] {
        let pages = profile.publishedKinds.map {
            ["address": TextPage.path(of: $0), "name": texts.title(of: $0)] as Templates.Context
        }
        let links = profile.links(in: language).map {
            ["address": $0.address, "name": $0.label] as Templates.Context
        }
        let number = profile.contact.flatMap { $0.isPhone ? $0.text : nil }
        return [
            "ownPages": pages, "ownLinks": links, "operatorContact": profile.contact?.address,
            "contactOperator": [texts[.contactOperator], number].compactMap(\.self).joined(separator: " "),
        ]
    }
}
