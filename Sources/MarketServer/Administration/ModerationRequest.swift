import Logging
import MarketAPI
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
            let decision = outcome.report.decision?.kind.rawValue ?? "open"
            return .done(["Report \(id) \(outcome.isDecidedNow ? "is" : "was already") \(decision)."])
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
                        blockedAt: $0.createdAt.responseText
                    )
                }
            )
        case .setContactBlocked(let contact, let isBlocked, let reason):
            guard try await moderate.setBlocked(isBlocked, contact: contact, reason: reason, by: proof) else {
                return .refused("'\(contact)' \(isBlocked ? "is no contact, or is blocked already" : "isn't blocked").")
            }
            log(isBlocked ? "contact blocked" : "contact unblocked", [:])
            return .done([
                isBlocked
                    ? "Nobody can list with \(contact) now, and listings that have it are hidden."
                    : "\(contact) can be used again."
            ])
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
        return .done([act.sentence(about: number, isRepeated: isRepeated)])
    }

    private static func noReport(_ id: Int64) -> AdminResponse { .refused("There's no report \(id).") }
}

extension ListingAct {
    /// What a command says that has done it.
    ///
    /// - Parameter isRepeated: whether only the reason is a new one.
    fileprivate func sentence(about id: Int64, isRepeated: Bool) -> String {
        if isRepeated {
            let state =
                switch self {
                case .hide: "hidden"
                case .ask: "waiting for a change"
                case .remove: "removed"
                default: "locked"
                }
            return "Product \(id) was \(state) already. Its seller sees the reason that you have given now."
        }
        return switch self {
        case .hide: "Product \(id) is hidden. Its seller sees the reason."
        case .ask: "Product \(id) is hidden until its seller has changed it and you have looked."
        case .remove: "Product \(id) is removed, and is deleted in 30 days. 'openmarket product give-back' undoes it."
        case .giveBack: "Product \(id) has the state again that it had before."
        case .approve: "Everybody sees product \(id) now."
        case .lock: "Product \(id) is locked. Its seller sees the reason."
        case .unlock: "Product \(id) can be changed again."
        }
    }
}
