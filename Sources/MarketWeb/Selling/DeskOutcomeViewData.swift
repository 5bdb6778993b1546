import MarketModels
import MarketTexts

/// The sentences about what became of a seller's last action.
struct DeskOutcomeViewData {
    let site: SiteContext
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
        let name = outcome.name ?? site.texts[.goneProduct(number: outcome.id.rawValue)]
        return site.texts[.about(name, result(of: outcome))]
    }

    private func result(of outcome: DeskOutcome) -> String {
        switch outcome.result {
        case .gone: site.texts[.goneAdvice]
        case .needsPassword: site.texts[.passwordOnce]
        case .failed(let problem): site.errorTexts.sentence(for: problem)
        case .done: done(outcome)
        }
    }

    private func done(_ outcome: DeskOutcome) -> String {
        let texts = site.texts
        switch outcome.action {
        case .reserve:
            let day = outcome.lifecycle.state.time.flatMap { site.calendar.lastDay(before: $0) }
            return day.map { texts[.isReserved(until: site.productTexts.day($0))] } ?? texts[.isReserved]
        case .sell: return texts[.isSold]
        case .open: return texts[.isOpen]
        case .hide: return texts[.isHidden]
        case .renew:
            let day = outcome.lifecycle.expiresAt.flatMap { site.calendar.day(of: $0) }
            return day.map { texts[.isRenewed(until: site.productTexts.day($0))] } ?? texts[.isRenewed]
        case .bump: return texts[.isBumped]
        case .endLink: return texts[.linkIsEnded]
        }
    }
}
