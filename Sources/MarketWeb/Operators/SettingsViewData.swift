import MarketCore
import MarketModels
import MarketTexts

/// The template data of the settings: the values of the market's own, and its pages.
struct SettingsViewData: Sendable {
    let profile: MarketProfile
    /// What was typed. Other values are shown as they are stored.
    let typed: TypedProfile
    let problems: [ProfileKey: TypedProfile.Problem]

    /// - Parameter focusesFirst: whether the first value with a problem has the focus.
    func fields(_ site: SiteContext, focusesFirst: Bool) -> [Templates.Context] {
        let first = ProfileKey.allCases.first { problems[$0] != nil }
        return ProfileKey.allCases.map { field($0, isFirst: $0 == first && focusesFirst, site) }
    }

    func pages(_ site: SiteContext) -> [Templates.Context] { MarketPage.ID.allCases.map { page($0, site) } }

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
