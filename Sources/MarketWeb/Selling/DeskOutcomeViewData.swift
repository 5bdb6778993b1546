import MarketModels
import MarketTexts

/// The sentences about what became of a seller's last action.
struct DeskOutcomeViewData {
    let site: SiteContext
    let rules: LifecycleRules
    /// The page to which the page that asks for a password leads back.
    let back: String

    func data(_ outcomes: [DeskOutcome]) -> [String: Any?] {
        [
            "hasOutcomes": !outcomes.isEmpty,
            "isSingle": outcomes.count == 1,
            "outcomes": outcomes.map { outcome in
                let data: [String: Any?] = [
                    "sentence": sentence(outcome),
                    "isProblem": outcome.result != .done,
                    "passwordAddress": outcome.result == .needsPassword
                        ? DeskAddress.manage(outcome.id, doing: outcome.action, back: back) : nil,
                ]
                return data.filled
            },
        ]
    }

    func sentence(_ outcome: DeskOutcome) -> String {
        let texts = InterfaceTexts(language: site.language)
        let name = outcome.name ?? texts[.goneProduct(number: outcome.id.rawValue)]
        switch outcome.result {
        case .gone: return texts[.about(name, texts[.goneAdvice])]
        case .needsPassword: return texts[.about(name, texts[.passwordOnce])]
        case .failed(let problem):
            return texts[.about(name, ErrorTexts(language: site.language).sentence(for: problem))]
        case .done: return done(outcome, name, texts)
        }
    }

    private func done(_ outcome: DeskOutcome, _ name: String, _ texts: InterfaceTexts) -> String {
        let prices = ProductTexts(language: site.language)
        switch outcome.action {
        case .reserve:
            let end = outcome.lifecycle.state.time
            let day = end.flatMap { rules.calendar.lastDay(before: $0) }.map { prices.day($0) }
            return texts[.about(name, day.map { texts[.isReserved(until: $0)] } ?? texts[.isReserved])]
        case .sell: return texts[.about(name, texts[.isSold])]
        case .open: return texts[.about(name, texts[.isOpen])]
        case .hide: return texts[.about(name, texts[.isHidden])]
        case .renew:
            let day = outcome.lifecycle.expiresAt.flatMap { rules.calendar.day(of: $0) }.map { prices.day($0) }
            return texts[.about(name, day.map { texts[.isRenewed(until: $0)] } ?? texts[.isRenewed])]
        case .bump: return texts[.about(name, texts[.isBumped])]
        case .endLink: return texts[.about(name, texts[.linkIsEnded])]
        }
    }
}
