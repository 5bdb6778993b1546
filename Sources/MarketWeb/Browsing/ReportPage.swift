import MarketModels
import MarketTexts

/// The form with which anybody reports a listing or a seller, without scripts.
struct ReportPage: WebPage {
    let subject: Report.Subject
    /// The name of the listing or the seller.
    let name: String
    var draft = ReportDraft()
    var problems: [ReportProblem] = []
    /// In how many seconds it can be sent, if its network has sent many lately.
    var waitSeconds: Int? = nil

    func html(_ site: SiteContext) -> String {
        let title: InterfaceString
        let address: String
        switch subject {
        case .product(let id): (title, address) = (.reportListing, "/products/\(id.rawValue)")
        case .vendor(let id): (title, address) = (.reportSeller, "/sellers/\(id.rawValue)")
        }
        let first = problems.first?.field
        let reasons: [Templates.Context] = ReportReason.allCases.map { reason in
            [
                "code": reason.rawValue,
                "reasonName": site.texts.name(of: reason),
                "isChosen": draft.reason == reason.rawValue,
                "isFocused": first == .reason && reason == ReportReason.allCases.first,
            ]
        }
        var data: [String: Any?] = [
            "name": name,
            "address": address,
            "reasons": reasons,
            "report": draft.text,
            "reporter": draft.name,
            "mail": draft.mail,
            "isInGoodFaith": draft.isInGoodFaith,
            "keepsForm": true,
            "maximum": ReportField.text.maximumLength,
            "formError": waitSeconds.map { site.errorTexts[.tooManyReports(seconds: $0)] },
        ]
        for problem in problems { data["\(problem.field)Problem"] = site.errorTexts.sentence(for: problem) }
        for field in ReportField.allCases { data["is\(field)First"] = field == first }
        return PageLayout(kind: .message, title: site.texts[title], back: address).html("report", site, data)
    }
}

/// The page of a receipt: that a report has arrived, and what was decided.
struct ReceiptPage: WebPage {
    /// Nil if there is none with this receipt.
    let report: Report?
    /// The name of the listing or the seller, or nil if it isn't shown any more.
    var name: String?

    func html(_ site: SiteContext) -> String {
        let title: InterfaceString =
            switch report {
            case nil: .receiptUnknown
            case let report?: report.decision == nil ? .reportReceived : .reportDecided
            }
        return PageLayout(kind: .message, title: site.texts[title]).html(
            "receipt",
            site,
            [
                "isKnown": report != nil,
                "name": name,
                "reasonName": report.map { site.texts.name(of: $0.content.reason) },
                "day": report.map { site.day($0.createdAt) },
                "outcome": report.map { site.texts.outcome(of: $0.decision?.kind) },
                "isOpen": report != nil && report?.decision == nil,
                "why": report?.decision?.reason,
                "decidedDay": (report?.decision?.decidedAt).map { site.day($0) },
            ]
        )
    }
}
