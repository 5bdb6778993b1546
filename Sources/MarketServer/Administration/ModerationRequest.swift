import Logging
public import MarketCore
import MarketModels

/// A request about reports, listings and contacts, and what was done about them.
public enum ModerationRequest: Codable, Hashable, Sendable {
    case listReports(isOpen: Bool)
    case showReport(Int64)
    case decideReport(Int64, isUpheld: Bool, reason: String, hides: Bool, decidesAll: Bool = false)
    case act(ListingAct, on: Int64, reason: String = "", decidesReports: Bool = false)
    case listWaiting
    case listBlockedContacts
    case setContactBlocked(String, isBlocked: Bool, reason: String)
    case moderationLog(limit: Int)
}

extension AdminService {
    func response(to request: ModerationRequest) async throws -> AdminResponse {
        switch request {
        case .listReports(let isOpen):
            return .reports(try await moderate.reports(isOpen: isOpen, for: proof).map { AdminResponse.ReportRow($0) })
        case .showReport(let id):
            guard let found = try await moderate.report(Report.ID(rawValue: id), for: proof) else {
                return Self.noReport(id)
            }
            return .report(AdminResponse.ReportRow(found.report, hold: found.own?.hold))
        case .decideReport(let id, let isUpheld, let reason, let hides, let decidesAll):
            if hides, let found = try await moderate.report(Report.ID(rawValue: id), for: proof),
                case .vendor = found.report.subject
            {
                return .refused("Report \(id) is about seller \(found.report.vendor.rawValue), not about a listing.")
            }
            let outcome = try await moderate.decide(
                Report.ID(rawValue: id),
                isUpheld ? .upheld : .dismissed,
                reason: reason,
                hides: hides,
                decidesAll: decidesAll,
                by: proof
            )
            guard let outcome else { return Self.noReport(id) }
            if outcome.isDecidedNow { log(isUpheld ? "report upheld" : "report dismissed", ["report": "\(id)"]) }
            return .reportDecided(AdminResponse.ReportRow(outcome.report), isDecidedNow: outcome.isDecidedNow)
        case .act(let act, let id, let reason, let decidesReports):
            return try await perform(act, on: id, reason: reason, decidesReports: decidesReports)
        case .listWaiting:
            let waiting = try await allPages(of: ModerateListings.pageSize) { last throws(MarketError) in
                try await moderate.listings(.waiting, after: last?.product.id, for: proof)
            }
            return .waiting(waiting.map { AdminResponse.WaitingRow($0) })
        case .listBlockedContacts:
            let contacts = try await allPages(of: ModerateListings.pageSize) { last throws(MarketError) in
                try await moderate.blockedContacts(after: last?.key, for: proof)
            }
            return .blockedContacts(
                contacts.map {
                    .init(
                        contact: $0.key.text,
                        reason: $0.reason,
                        by: $0.operatorName,
                        blockedAt: $0.createdAt.rowText
                    )
                }
            )
        case .setContactBlocked(let contact, let isBlocked, let reason):
            guard try await moderate.setBlocked(isBlocked, contact: contact, reason: reason, by: proof) else {
                return .refused("'\(contact)' \(isBlocked ? "is no contact, or is blocked already" : "isn't blocked").")
            }
            log(isBlocked ? "contact blocked" : "contact unblocked", [:])
            return .contactBlocked(contact, isBlocked: isBlocked)
        case .moderationLog(let limit):
            return .moderationLog(try await moderate.log(limit: limit, for: proof).map { AdminResponse.LogRow($0) })
        }
    }

    private func perform(
        _ act: ListingAct,
        on number: Int64,
        reason: String,
        decidesReports: Bool
    ) async throws -> AdminResponse {
        let id = Product.ID(rawValue: number)
        let before = act.showsListing ? nil : try await moderate.listing(id, for: proof)
        do throws(MarketError) {
            try await moderate.perform(act, on: id, reason: reason, decidesReports: decidesReports, by: proof)
        } catch {
            switch error {
            case .operators(.notGivenBack):
                return .refused(
                    "Product \(number) isn't hidden by the operator or by reports, or its seller is blocked."
                )
            case .operators(.notApproved):
                return .refused("Product \(number) doesn't wait for approval, or its seller is blocked.")
            case .operators(.notLocked): return .refused("Product \(number) isn't locked.")
            default: throw error
            }
        }
        logger.performed(act, on: id, by: proof)
        let wasLocked = act == .lock && before?.lock != nil
        let isRepeated = act.hold.map { $0.kind == before?.hold?.kind } ?? wasLocked
        return .acted(act, on: number, isRepeated: isRepeated)
    }

    private static func noReport(_ id: Int64) -> AdminResponse { .refused("There's no report \(id).") }
}
