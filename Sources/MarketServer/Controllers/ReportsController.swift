import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
package import MarketCore
import MarketModels

/// The routes with which anybody reports a listing or a seller, and sees what became of it (API.md, “Reports”).
struct ReportsController: Sendable {
    let services: MarketServices
    let bodies: BodyReader

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.post(.pattern(.productReports)) { try await report(.product($1.productID()), $0, $1) }
        router.post(.pattern(.vendorReports)) { try await report(.vendor($1.vendorID()), $0, $1) }
        router.get(.pattern(.receipt), use: show)
    }

    private func report(
        _ subject: Report.Subject,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let draft = try await bodies.report(of: request, from: context.clientAddress)
        let (receipt, outcome) = try await services.reportListings(draft, about: subject, from: context.clientAddress)
        context.log(outcome)
        return response(to: outcome.report, receipt: receipt, status: .created)
    }

    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let receipt = context.segment(.token)
        guard let report = try await services.reportListings.report(withReceipt: receipt) else {
            throw RequestError.unknownPath
        }
        return response(to: report, receipt: receipt, status: .ok)
    }

    private func response(to report: Report, receipt: String, status: HTTPResponse.Status) -> Response {
        let json = JSONWriter.object { json in
            json.member("receipt", receipt)
            json.member("state", report.decision?.kind.rawValue ?? "open")
            json.member("reason", report.content.reason.rawValue)
            json.member("reported_at", timestamp: report.createdAt)
            if let decision = report.decision {
                json.member("decided_at", timestamp: decision.decidedAt)
                json.member("decision", decision.reason)
            }
        }
        return .json(json, status: status)
    }
}

extension MarketRequestContext {
    /// Writes down a report, without who sent it.
    package func log(_ outcome: ReportOutcome) {
        guard outcome.isNew else { return }
        logger.notice("reported", metadata: ["report": "\(outcome.report.id.rawValue)", "held": "\(outcome.hasHeld)"])
    }
}
