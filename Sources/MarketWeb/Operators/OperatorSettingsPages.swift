import MarketCore
import MarketModels
import MarketTexts

/// The settings of the market, for operators only.
struct OperatorSettingsPage: WebPage {
    let context: OperatorContext
    let profile: MarketProfile
    /// What was typed. Other values are shown as they are stored.
    var typed = TypedProfile()
    var problems: [ProfileKey: TypedProfile.Problem] = [:]
    /// What is wrong with the file that was sent for the logo.
    var logoProblem: String? = nil

    func html(_ site: SiteContext) -> String {
        let layout = OperatorLayout(context: context, title: site.operatorTexts[.settings], back: OperatorAddress.home)
        let first = ProfileKey.allCases.first { problems[$0] != nil }
        return layout.html(
            "operator-settings",
            site,
            [
                "hasProblems": first != nil || logoProblem != nil,
                "isLogoFixed": profile.isLogoFixed,
                "logoProblem": logoProblem,
                "keepsForm": true,
                "fields": ProfileKey.allCases.map { field($0, isFirst: $0 == first && logoProblem == nil, site) },
                "pages": MarketPage.ID.allCases.map { page($0, site) },
            ]
        )
    }

    private func field(_ key: ProfileKey, isFirst: Bool, _ site: SiteContext) -> Templates.Context {
        let texts = site.profileTexts
        let stored = profile.values[key] ?? ""
        let isFixed = profile.fixedKeys.contains(key)
        // What wasn't changed in the form is shown as it is by now.
        let given = typed.values[key].flatMap { $0.text == $0.seen ? nil : $0.text }
        let value = isFixed ? stored : given ?? stored
        let problem = problems[key]
        let id = key.rawValue.replacing(".", with: "-")
        var data: [String: Any?] = [
            "id": id, "key": key.rawValue, "value": value, "stored": stored, "isFixed": isFixed, "isFirst": isFirst,
            "label": texts.label(of: key), "language": key.language?.rawValue, "hint": texts.hint(of: key.field),
            "fault": problem.map { sentence($0, stored: stored, site) }, "direction": "auto",
        ]
        func option(_ code: String, _ name: String) -> Templates.Context {
            ["code": code, "name": name, "isChosen": code == value]
        }
        switch key.field.kind {
        case .line(let length):
            data["isLine"] = true
            data["maximum"] = length.upperBound
        case .contact:
            data["isLine"] = true
            data["direction"] = "ltr"
        case .currency:
            data["isChoice"] = true
            data["unset"] = site.texts[.notGiven]
            data["options"] = Currency.allCases.map { option($0.rawValue, site.texts.currency($0)) }
        case .language:
            data["isChoice"] = true
            data["isLanguage"] = true
            data["unset"] = site.texts[.notGiven]
            data["options"] = Language.allCases.map { option($0.rawValue, $0.ownName) }
        case .registration:
            let isOpen = value == MarketProfile.Registration.open.rawValue
            data["isChoice"] = true
            data["unset"] = isOpen ? nil : texts.name(of: .open)
            data["options"] = MarketProfile.Registration.allCases.filter { $0 != .open || isOpen }.map {
                option($0.rawValue, texts.name(of: $0))
            }
        case .accent(let scheme):
            data["isLine"] = true
            data["picked"] = (AccentColor(value) ?? scheme.usualAccent).text
            data["direction"] = "ltr"
            data["swatch"] = AccentColor(value)?.text
            if case .rule(.lowContrast(_, let nearest)) = problem {
                data["nearest"] = nearest.text
                data["useNearest"] = texts.use(nearest.text)
            }
        case .links: data["isText"] = true
        }
        return data.filled
    }

    private func sentence(_ problem: TypedProfile.Problem, stored: String, _ site: SiteContext) -> String {
        return switch problem {
        case .rule(let problem): site.profileTexts.sentence(for: problem)
        case .changedMeanwhile: site.profileTexts.changedMeanwhile(stored)
        case .definedBySettings: site.operatorTexts[.fixedBySettings]
        }
    }

    private func page(_ id: MarketPage.ID, _ site: SiteContext) -> Templates.Context {
        let page = profile.page(id)
        let state: OperatorString =
            switch page {
            case nil: .pageMissing
            case let page? where page.isPublished: .pagePublished
            case let page?: MarketPage.gaps(in: page.text).isEmpty ? .pageHidden : .pageHasGaps
            }
        return [
            "address": OperatorAddress.page(id), "name": site.profileTexts.name(of: id),
            "state": site.operatorTexts[state],
        ]
    }
}

/// The form of a page of the operator's, such as the imprint, in one language.
struct OperatorTextPage: WebPage {
    let context: OperatorContext
    let id: MarketPage.ID
    /// The page as it is stored; nil if it has no text yet.
    let page: MarketPage?
    /// What the text is known by as it is stored.
    let version: String
    /// What was typed, and the version that it was typed over; nil if nothing was sent.
    var typed: (text: String, version: String?)?
    /// What is wrong with the text that was sent.
    var problem: EditProfile.Problem?
    var showsPreview = false

    func html(_ site: SiteContext) -> String {
        // The page is in its own language, whatever the operator reads.
        let template = PageTemplates(language: id.language)[id.kind]
        let text = typed?.text ?? page?.text ?? template
        let gaps = MarketPage.gaps(in: text)
        let title = site.profileTexts.name(of: id)
        var context = context
        if context.saved?.holds(for: page) == false { context.saved = nil }
        let layout = OperatorLayout(context: context, title: title, back: OperatorAddress.settings)
        return layout.html(
            "operator-page",
            site,
            [
                "address": OperatorAddress.page(id),
                "publicAddress": page?.isPublished == true ? TextPage.path(of: id.kind) : nil,
                "content": text,
                "keepsForm": true,
                "pageVersion": typed.flatMap { Self.checksVersion(problem) ? nil : $0.version } ?? version,
                "language": id.language.rawValue,
                "maximum": MarketPage.length.upperBound,
                "isTemplate": page == nil && typed == nil,
                "isStored": page != nil,
                "isPublished": page?.isPublished ?? false,
                "gaps": gaps.isEmpty
                    ? nil : site.profileTexts.gaps(gaps.prefix(5).joined(separator: ", "), more: gaps.count > 5),
                "textProblem": problem.map { site.profileTexts.sentence(for: $0) },
                "theirs": problem.map(Self.isAboutText) ?? true ? nil : page?.text,
                "isPreview": showsPreview,
                "html": showsPreview ? Markdown.html(text) : nil,
            ]
        )
    }

    /// Whether the version of the text was checked before a problem was found. Otherwise the form keeps it, so that what somebody
    /// else has saved meanwhile is shown before it is replaced.
    private static func checksVersion(_ problem: EditProfile.Problem?) -> Bool {
        switch problem {
        case nil, .unusableText: false
        default: true
        }
    }

    /// Whether a problem is the text itself. Otherwise somebody has saved another one since the form was opened, or removed the page.
    private static func isAboutText(_ problem: EditProfile.Problem) -> Bool {
        switch problem {
        case .unusableText, .gaps: true
        default: false
        }
    }
}

extension ProfileTexts {
    fileprivate func sentence(for problem: EditProfile.Problem) -> String {
        switch problem {
        case .unusableText: pageLength(MarketPage.length.upperBound)
        case .gaps: pageGaps
        default: pageChangedMeanwhile
        }
    }
}
