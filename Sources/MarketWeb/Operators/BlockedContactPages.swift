import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The page with the contacts that no listing may have (UX.md, “Operators”).
struct BlockedContactPages: Sendable {
    private typealias Call = OperatorPages.Call

    let site: PageResponder
    let operators: OperatorPages

    private var moderate: ModerateListings { site.services.moderateListings }

    func addRoutes(to router: PageRouter) {
        operators.get(.operatorContacts, on: router) { try await show($0) }
        operators.post(.operatorContacts, on: router, again: showAgain, use: blockContact)
    }

    private func show(_ call: Call, typed: String = "") async throws -> Response {
        let after = call.request.queryFields["after"].map { ContactKey(rawValue: $0) }
        let contacts = try await moderate.blockedContacts(after: after, for: call.proof)
        return try await operators.page(call) {
            OperatorContactsPage(
                context: $0,
                contacts: contacts,
                typed: typed
            )
        }
    }

    @Sendable private func showAgain(_ call: Call, _ form: WebForm) async throws -> Response {
        try await show(call, typed: form["do"] == "unblock" ? "" : form["contact"] ?? "")
    }

    /// Blocks what was typed, or unblocks a contact of the list.
    @Sendable private func blockContact(_ call: Call, _ form: WebForm) async throws -> Response {
        let (contact, reason) = (form["contact"] ?? "", form["reason"] ?? "")
        switch form["do"] {
        case "block":
            guard try await moderate.setBlocked(true, contact: contact, reason: reason, by: call.proof) else {
                throw OperatorNotice.text(.noNewContact)
            }
            // The log doesn't say which.
            call.log("contact blocked")
        case "unblock":
            let key = ContactKey(rawValue: contact)
            if try await moderate.setBlocked(false, [key], reason: reason, by: call.proof) {
                call.log("contact unblocked")
            }
        default: throw OperatorNotice.text(.unknownAction)
        }
        return call.done(OperatorAddress.contacts)
    }
}
