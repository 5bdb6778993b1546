import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The page on which operators and moderators invite sellers. What an invitation gives, ``IdentityPages`` give.
struct InvitationPages: Sendable {
    private typealias Call = OperatorPages.Call

    let site: PageResponder
    let operators: OperatorPages

    private var invite: InviteSellers { site.services.inviteSellers }

    func addRoutes(to router: PageRouter) {
        operators.get(.operatorInvitations, on: router) { try await show($0) }
        operators.post(.operatorInvitations, on: router, again: showAgain, use: change)
    }

    private func show(
        _ call: Call,
        _ made: (invitation: Invitation, token: String)? = nil,
        typedName: String = ""
    ) async throws -> Response {
        let invitations = try await invite.invitations(after: call.request.queryFields.id("after"), for: call.proof)
        let link = made.map { made in
            OperatorLinkViewData(
                name: made.invitation.vendor.name,
                address: call.request.origin.text + WebRoutePattern.receive.address(with: made.token)
            )
        }
        return try await operators.page(call) {
            OperatorInvitationsPage(
                context: $0,
                key: .randomToken(),
                invitations: invitations,
                link: link,
                typedName: typedName
            )
        }
    }

    @Sendable private func showAgain(_ call: Call, _ form: WebForm) async throws -> Response {
        try await show(call, typedName: form["name"] ?? "")
    }

    /// The page with a link is the answer to a form. Loading its address later shows none.
    @Sendable private func change(_ call: Call, _ form: WebForm) async throws -> Response {
        let made: (invitation: Invitation, token: String)
        switch form["do"] {
        case "invite": made = try await invite.invite(form["name"] ?? "", key: form["key"], by: call.proof)
        case "again":
            let vendor = form["vendor"].flatMap { Int64($0) } ?? 0
            made = try await invite.invite(Vendor.ID(rawValue: vendor), by: call.proof)
        case "revoke":
            let id = form["invitation"].flatMap { Int64($0) } ?? 0
            if try await invite.revoke(Invitation.ID(rawValue: id), by: call.proof) {
                call.log("invitation revoked", ["invitation": "\(id)"])
            }
            return call.request.redirect(to: OperatorAddress.invitations)
        default: throw OperatorNotice.text(.unknownAction)
        }
        call.log("seller invited", ["invitation": "\(made.invitation.id.rawValue)"])
        return try await show(call, made).withSecretAddress
    }
}
