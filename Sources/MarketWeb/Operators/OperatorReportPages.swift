import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages on which operators see and decide what is reported (UX.md, “Operators”).
struct OperatorReportPages: Sendable {
    private typealias Call = OperatorPages.Call

    let site: PageResponder
    let operators: OperatorPages

    private var moderate: ModerateListings { site.services.moderateListings }

    func addRoutes(to router: PageRouter) {
        operators.get(.operatorHome, on: router, use: showReports)
        operators.add(.operatorReport, to: router, show: show, change: decide)
    }

    @Sendable private func showReports(_ call: Call) async throws -> Response {
        let number = call.request.queryFields.page
        let reports = try await moderate.urgentReports(page: number, for: call.proof)
        let numbers = try await site.services.store.moderationNumbers(at: site.services.clock.now, for: call.proof)
        // Each server counts its own, and Prometheus adds them up.
        let requestCount = Int(clamping: site.dependencies.requestCount)
        let startedAt = site.dependencies.startedAt
        let storage = await site.services.measureStorage(for: call.proof)
        return try await operators.page(call, "operator-reports", titled: call.texts[.reports], back: "/") { parts in
            let texts = parts.texts
            let counts: [(OperatorString, Int)] = [
                (.listedToday, numbers.listed), (.soldToday, numbers.sold), (.reportedToday, numbers.reported),
                (.openReports, numbers.openReports), (.heldListings, numbers.held), (.changedAsAsked, numbers.changed),
            ]
            return [
                "rows": reports.map { parts.row($0.report, about: $0.own, of: $0.vendor, openCount: $0.openCount) },
                "hasRows": !reports.isEmpty,
                "moreAddress": reports.lastOfFullPage().map { _ in "\(OperatorAddress.home)?page=\(number + 1)" },
                "numbers": counts.map { label, count -> Templates.Context in
                    ["label": texts[label], "count": ProductTexts.grouped(count)]
                },
                "server": [
                    ["label": texts[.databaseSize], "count": parts.size(storage.map(\.database), .unknownSize)],
                    ["label": texts[.imagesSize], "count": parts.size(storage.map(\.images), .inObjectStore)],
                    [
                        "label": texts[.requests],
                        "count": texts[.requests(requestCount, since: parts.site.day(startedAt))],
                    ],
                ] as [Templates.Context],
            ]
        }
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        guard let report = try await moderate.report(call.request.context.reportID(), for: call.proof) else {
            throw RequestError.unknownPath
        }
        let title = call.texts[.report(report.report.id.rawValue)]
        return try await operators.page(call, "operator-report", titled: title) { $0.data(of: report) }
    }

    @Sendable private func decide(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.request.context.reportID()
        guard let action = form["do"].flatMap({ ReportAction(rawValue: $0) }) else {
            throw OperatorNotice.text(.unknownAction)
        }
        let kind: Report.Decision.Kind = action == .dismiss ? .dismissed : .upheld
        let reason = form["reason"] ?? ""
        let seen = form["seen"].flatMap { ChosenListing($0) }
        let outcome: (report: Report, isDecidedNow: Bool)?
        do throws(MarketError) {
            outcome = try await moderate.decide(
                id,
                kind,
                reason: reason,
                hides: action == .hide,
                over: seen?.decision,
                decidesAll: form["reports"] != nil,
                by: call.proof
            )
        } catch {
            guard case .operators(.listingChanged) = error, let seen else { throw error }
            let listing = try await moderate.listing(seen.id, for: call.proof)
            throw OperatorNotice.changedSince([listing.product.listing.name])
        }
        guard let outcome else { throw RequestError.unknownPath }
        if !outcome.isDecidedNow {
            // A second tap finds done what the first one has done.
            guard let decision = outcome.report.decision, decision.kind == kind, decision.reason == reason else {
                throw OperatorNotice.text(.alreadyDecided)
            }
            return call.done(OperatorAddress.home)
        }
        call.log("report \(action == .dismiss ? "dismissed" : "upheld")", ["report": "\(id.rawValue)"])
        return call.done(OperatorAddress.home)
    }

    /// What a button does with a report.
    private enum ReportAction: String {
        case dismiss, uphold, hide
    }
}

extension OperatorViewData {
    /// The data of the page of a report, with the form that decides it.
    fileprivate func data(of shown: ModerateListings.ShownReport) -> [String: Any?] {
        let report = shown.report
        var subject = row(report, about: shown.own, of: shown.vendor)
        subject["about"] = nil
        let isListing = if case .product = report.subject { true } else { false }
        switch report.subject {
        case .product(let id): subject["address"] = OperatorAddress.listing(id)
        case .vendor(let id): subject["address"] = OperatorAddress.seller(id)
        }
        let isEdited = shown.own.map { $0.product.updatedAt > report.createdAt } ?? false
        return [
            "rows": [subject],
            "evidence": shown.own.map { evidence(of: $0) },
            "facts": facts(of: shown),
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
    }

    private func facts(of shown: ModerateListings.ShownReport) -> [Templates.Context] {
        let report = shown.report
        var facts = [fact(.reason, site.texts.name(of: report.content.reason))]
        let seller = shown.vendor?.name ?? texts[.seller(report.vendor.rawValue)]
        facts.append(fact(.seller, seller, leadingTo: OperatorAddress.seller(report.vendor)))
        let reporter = [report.content.name, report.content.mail].compactMap { $0 }.joined(separator: " · ")
        if !reporter.isEmpty { facts.append(fact(.reporter, reporter)) }
        if let decision = report.decision {
            let kind = texts[decision.kind == .upheld ? .isUpheld : .isDismissed]
            facts.append(fact(.state, "\(kind) · \(site.day(decision.decidedAt)) · \(decision.reason)"))
        }
        if let answer = shown.own?.hold?.answer { facts.append(fact(.answer, answer)) }
        return facts
    }

    /// - Parameters:
    ///   - size: how much is stored: nil until it is measured, and nothing if it isn't known here.
    ///   - elsewhere: what to say then.
    fileprivate func size(_ size: StoredSize??, _ elsewhere: OperatorString) -> String {
        guard let known = size else { return texts[.measuring] }
        guard let size = known else { return texts[elsewhere] }
        return texts.size(size.byteCount, free: size.freeByteCount)
    }
}
