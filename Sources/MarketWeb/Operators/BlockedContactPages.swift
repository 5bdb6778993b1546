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
        operators.add(.operatorContacts, to: router, show: show, change: blockContact)
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        let typed = call.form.flatMap { $0["do"] == "unblock" ? nil : $0["contact"] } ?? ""
        let after = call.request.queryFields["after"].map { ContactKey(rawValue: $0) }
        let contacts = try await moderate.blockedContacts(after: after, for: call.proof)
        return try await operators.page(call, "operator-contacts", titled: call.texts[.contacts]) { parts in
            [
                "contacts": contacts.enumerated().map { index, contact -> Templates.Context in
                    [
                        "field": "why-\(index)", "key": contact.key.rawValue, "contact": contact.key.text,
                        "reason": contact.reason, "who": contact.operatorName ?? parts.texts[.byCommand],
                        "time": contact.createdAt.attribute, "age": parts.age(of: contact.createdAt),
                    ]
                },
                "hasContacts": !contacts.isEmpty, "typed": typed, "keepsForm": true,
                "contactMaximum": ListingRules.contactLength.upperBound,
                "moreAddress": contacts.lastOfFullPage().map {
                    ListQuery.address(OperatorAddress.contacts, [("after", $0.key.rawValue)])
                },
            ]
        }
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
