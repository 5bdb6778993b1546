import MarketCore
import MarketModels
import MarketTexts

/// The first page of operators: open reports, and the numbers of the day.
struct OperatorReportsPage: WebPage {
    /// What this server has to do, and how much the market has stored.
    struct ServerNumbers: Sendable {
        /// The requests since the start of this server.
        let requestCount: Int
        let startedAt: Timestamp
        /// Nil until it is measured.
        let storage: StorageUse?
    }

    let context: OperatorContext
    /// What is reported, with an open report of each.
    let reports: [ModerateListings.ShownReport]
    /// The page number, from 1.
    let page: Int
    let numbers: ModerationNumbers
    let server: ServerNumbers

    func html(_ site: SiteContext) -> String {
        let parts = OperatorViewData(site: site, now: context.now)
        let numbers: [(OperatorString, Int)] = [
            (.listedToday, numbers.listed), (.soldToday, numbers.sold), (.reportedToday, numbers.reported),
            (.openReports, numbers.openReports), (.heldListings, numbers.held), (.changedAsAsked, numbers.changed),
        ]
        return OperatorLayout(context: context, title: site.operatorTexts[.reports]).html(
            "operator-reports",
            site,
            [
                "rows": reports.map { parts.row($0.report, about: $0.own, of: $0.vendor, openCount: $0.openCount) },
                "hasRows": !reports.isEmpty,
                "moreAddress": reports.lastOfFullPage().map { _ in "\(OperatorAddress.home)?page=\(page + 1)" },
                "numbers": numbers.map { label, count -> Templates.Context in
                    ["label": site.operatorTexts[label], "count": ProductTexts.grouped(count)]
                },
                "server": serverNumbers(site),
            ]
        )
    }

    private func serverNumbers(_ site: SiteContext) -> [Templates.Context] {
        let texts = site.operatorTexts
        func size(_ size: StoredSize??, _ elsewhere: OperatorString) -> String {
            guard let known = size else { return texts[.measuring] }
            guard let size = known else { return texts[elsewhere] }
            return texts.size(size.byteCount, free: size.freeByteCount)
        }
        let start = site.day(server.startedAt)
        return [
            ["label": texts[.databaseSize], "count": size(server.storage.map(\.database), .unknownSize)],
            ["label": texts[.imagesSize], "count": size(server.storage.map(\.images), .inObjectStore)],
            ["label": texts[.requests], "count": texts[.requests(server.requestCount, since: start)]],
        ]
    }
}

/// A report, with the form that decides it.
struct OperatorReportPage: WebPage {
    let context: OperatorContext
    let shown: ModerateListings.ShownReport

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let parts = OperatorViewData(site: site, now: context.now)
        let report = shown.report
        var subject = parts.row(report, about: shown.own, of: shown.vendor)
        subject["about"] = nil
        let isListing = if case .product = report.subject { true } else { false }
        switch report.subject {
        case .product(let id): subject["address"] = OperatorAddress.listing(id)
        case .vendor(let id): subject["address"] = OperatorAddress.seller(id)
        }
        var facts = [parts.fact(.reason, site.texts.name(of: report.content.reason))]
        let seller = shown.vendor?.name ?? texts[.seller(report.vendor.rawValue)]
        facts.append(parts.fact(.seller, seller, leadingTo: OperatorAddress.seller(report.vendor)))
        let reporter = [report.content.name, report.content.mail].compactMap { $0 }.joined(separator: " · ")
        if !reporter.isEmpty { facts.append(parts.fact(.reporter, reporter)) }
        if let decision = report.decision {
            let kind = texts[decision.kind == .upheld ? .isUpheld : .isDismissed]
            facts.append(parts.fact(.state, "\(kind) · \(site.day(decision.decidedAt)) · \(decision.reason)"))
        }
        if let answer = shown.own?.hold?.answer { facts.append(parts.fact(.answer, answer)) }
        let isEdited = shown.own.map { $0.product.updatedAt > report.createdAt } ?? false
        let title = texts[.report(report.id.rawValue)]
        return OperatorLayout(context: context, title: title, back: OperatorAddress.home).html(
            "operator-report",
            site,
            [
                "rows": [subject],
                "evidence": shown.own.map { parts.evidence(of: $0) },
                "facts": facts,
                "report": report.content.text.isEmpty ? nil : report.content.text,
                "edited": isEdited ? texts[.editedSinceReport] : nil,
                "isOpen": report.decision == nil,
                "keepsForm": report.decision == nil,
                "canHide": shown.own != nil,
                "seen": shown.own.map { ChosenListing($0.product, hold: $0.hold, lock: $0.lock).description },
                "others": shown.openCount > 1
                    ? texts[.otherReports(shown.openCount - 1, ofListing: isListing)] : nil,
                "path": OperatorAddress.report(report.id),
            ]
        )
    }
}
