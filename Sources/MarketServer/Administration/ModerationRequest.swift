import Logging
import MarketCore
import MarketModels

/// A request about reports, listings and contacts, and what was done about them.
public enum ModerationRequest: Codable, Hashable, Sendable {
    case listReports(isOpen: Bool)
    case showReport(Int64)
    case decideReport(Int64, isUpheld: Bool, reason: String, hides: Bool, decidesAll: Bool = false)
    case hideProduct(Int64, reason: String, decidesReports: Bool = false)
    case removeProduct(Int64, reason: String, decidesReports: Bool = false)
    case askForChange(Int64, reason: String)
    case giveBackProduct(Int64, reason: String, decidesReports: Bool = false)
    case listWaiting
    case approveProduct(Int64)
    case listBlockedContacts
    case setContactBlocked(String, isBlocked: Bool, reason: String)
    case setLocked(product: Int64, isLocked: Bool, reason: String)
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
        case .hideProduct(let id, let reason, let decidesReports):
            if try await hold(id, .hidden, reason, decidesReports: decidesReports) {
                return .productWasAlready(id, state: "hidden")
            }
            return .productHidden(id)
        case .askForChange(let id, let reason):
            if try await hold(id, .changeAsked, reason) { return .productWasAlready(id, state: "waiting for a change") }
            return .changeAsked(id)
        case .removeProduct(let id, let reason, let decidesReports):
            if try await hold(id, .removed, reason, decidesReports: decidesReports) {
                return .productWasAlready(id, state: "removed")
            }
            return .productRemoved(id)
        case .giveBackProduct(let id, let reason, let decidesReports):
            let isGivenBack = try await moderate.giveBack(
                Product.ID(rawValue: id),
                reason: reason,
                decidesReports: decidesReports,
                by: proof
            )
            guard isGivenBack else {
                return .refused("Product \(id) isn't hidden by the operator or by reports, or its seller is blocked.")
            }
            log("product given back", ["product": "\(id)"])
            return .productGivenBack(id)
        case .listWaiting:
            var all: [ModeratedListing] = []
            while true {
                let page = try await moderate.listings(.waiting, after: all.last?.product.id, for: proof)
                all += page
                if page.count < ModerateListings.pageSize { break }
            }
            return .waiting(all.map { AdminResponse.WaitingRow($0) })
        case .approveProduct(let id):
            guard try await moderate.approve(Product.ID(rawValue: id), by: proof) else {
                return .refused("Product \(id) doesn't wait for approval, or its seller is blocked.")
            }
            log("product approved", ["product": "\(id)"])
            return .productApproved(id)
        case .listBlockedContacts:
            var all: [BlockedContact] = []
            while true {
                let page = try await moderate.blockedContacts(after: all.last?.key, for: proof)
                all += page
                if page.count < ModerateListings.pageSize { break }
            }
            return .blockedContacts(
                all.map {
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
        case .setLocked(let id, let isLocked, let reason):
            let wasLocked = try await moderate.listing(Product.ID(rawValue: id), for: proof).lock != nil
            guard try await moderate.setLocked(isLocked, Product.ID(rawValue: id), reason: reason, by: proof) else {
                return .refused("Product \(id) isn't locked.")
            }
            log(isLocked ? "product locked" : "product unlocked", ["product": "\(id)"])
            if isLocked, wasLocked { return .productWasAlready(id, state: "locked") }
            return .productLocked(id, isLocked: isLocked)
        case .moderationLog(let limit):
            return .moderationLog(try await moderate.log(limit: limit, for: proof).map { AdminResponse.LogRow($0) })
        }
    }

    /// Hides or removes a listing.
    ///
    /// - Returns: whether it was held in the same way already.
    private func hold(
        _ number: Int64,
        _ act: OperatorHold,
        _ reason: String,
        decidesReports: Bool = false
    ) async throws -> Bool {
        let id = Product.ID(rawValue: number)
        let before = try await moderate.listing(id, for: proof).hold
        try await moderate.hold(id, act, reason: reason, decidesReports: decidesReports, by: proof)
        log("\(act.sentence)", ["product": "\(number)"])
        return before?.kind == act.kind
    }

    private static func noReport(_ id: Int64) -> AdminResponse { .refused("There's no report \(id).") }
}
