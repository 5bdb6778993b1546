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
        operators.get(.operatorHome, on: router) { try await showReports($0) }
        operators.get(.operatorReport, on: router) { try await show($0) }
        operators.post(.operatorReport, on: router, again: { call, _ in try await show(call) }, use: decide)
    }

    private func showReports(_ call: Call) async throws -> Response {
        let number = call.request.queryFields.page
        let reports = try await moderate.urgentReports(page: number, for: call.proof)
        let numbers = try await site.services.store.moderationNumbers(at: site.services.clock.now, for: call.proof)
        // Each server counts its own, and Prometheus adds them up.
        let server = OperatorReportsPage.ServerNumbers(
            requestCount: Int(clamping: site.dependencies.requestCount),
            startedAt: site.dependencies.startedAt,
            storage: await site.services.measureStorage(for: call.proof)
        )
        return try await operators.page(call) { context in
            OperatorReportsPage(
                context: context,
                reports: reports,
                page: number,
                numbers: numbers,
                server: server
            )
        }
    }

    private func show(_ call: Call) async throws -> Response {
        guard let report = try await moderate.report(call.request.context.reportID(), for: call.proof) else {
            throw RequestError.unknownPath
        }
        return try await operators.page(call) { OperatorReportPage(context: $0, shown: report) }
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
