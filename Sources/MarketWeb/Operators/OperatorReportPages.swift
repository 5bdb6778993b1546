import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The pages on which operators see and decide what is reported (UX.md, “Operators”).
struct OperatorReportPages: Sendable {
    private typealias Call = OperatorPages.Call

    let site: PageResponder
    let operators: OperatorPages

    private var moderate: ModerateListings { site.services.moderateListings }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        operators.get(.operatorHome, on: router) { call, _ in try await showReports(call) }
        operators.get(.operatorReport, on: router) { try await show($1.reportID(), $0) }
        router.post(.page(.operatorReport), use: decide)
    }

    private func showReports(_ call: Call) async throws -> Response {
        let number = call.request.queryFields.page
        let reports = try await moderate.urgentReports(page: number, for: call.proof)
        let numbers = try await moderate.numbers(for: call.proof)
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
                hasMore: reports.count == ModerateListings.pageSize,
                numbers: numbers,
                server: server
            )
        }
    }

    private func show(_ id: Report.ID, _ call: Call) async throws -> Response {
        guard let report = try await moderate.report(id, for: call.proof) else { throw RequestError.unknownPath }
        return try await operators.page(call) { OperatorReportPage(context: $0, shown: report) }
    }

    @Sendable private func decide(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.reportID()
        return try await operators.withForm(request, context, again: { call, _ in try await show(id, call) }) {
            call,
            form in
            guard let action = form["do"].flatMap({ ReportAction(rawValue: $0) }) else {
                throw OperatorFormError(notice: .unknownAction)
            }
            let kind: Report.Decision.Kind = action == .dismiss ? .dismissed : .upheld
            let reason = form["reason"] ?? ""
            let outcome = try await moderate.decide(
                id,
                kind,
                reason: reason,
                hides: action == .hide,
                decidesAll: form["reports"] != nil,
                by: call.proof
            )
            guard let outcome else { throw RequestError.unknownPath }
            if !outcome.isDecidedNow {
                // A second tap finds done what the first one has done.
                guard let decision = outcome.report.decision, decision.kind == kind, decision.reason == reason else {
                    throw OperatorFormError(notice: .alreadyDecided)
                }
                return operators.done(OperatorAddress.home, request)
            }
            call.log("report \(action == .dismiss ? "dismissed" : "upheld")", ["report": "\(id.rawValue)"])
            return operators.done(OperatorAddress.home, request)
        }
    }

    /// What a button does with a report.
    private enum ReportAction: String {
        case dismiss, uphold, hide
    }
}
