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
        operators.add(.operatorInvitations, to: router, show: { try await show($0) }, change: change)
    }

    private func show(
        _ call: Call,
        _ made: (invitation: Invitation, token: String)? = nil
    ) async throws -> Response {
        let invitations = try await invite.invitations(after: call.request.queryFields.id("after"), for: call.proof)
        return try await operators.page(call, "operator-invitations", titled: call.texts[.invitations]) { parts in
            var data: [String: Any?] = [
                "invitations": invitations.map { row($0, parts) },
                "hasInvitations": !invitations.isEmpty,
                // So that a second tap invites nobody else.
                "key": String.randomToken(),
                "typedName": call.form?["name"] ?? "",
                // What is shown once would be lost.
                "keepsForm": made == nil,
                "nameMaximum": ListingRules.vendorNameLength.upperBound,
                "moreAddress": invitations.lastOfFullPage(of: InviteSellers.pageSize).map {
                    "\(OperatorAddress.invitations)?after=\($0.id.rawValue)"
                },
            ]
            if let made {
                let link = call.request.origin.text + WebRoutePattern.receive.address(with: made.token)
                let title = parts.texts[.link(for: made.invitation.vendor.name)]
                data.merge(CodeViewData.data(of: link, titled: title, parts.site)) { $1 }
                data["link"] = link
                data["linkTitle"] = title
            }
            return data
        }
    }

    private func row(_ invitation: Invitation, _ parts: OperatorViewData) -> Templates.Context {
        let (state, name) = (invitation.state(at: parts.now), invitation.vendor.name)
        let data: [String: Any?] = [
            "id": invitation.id.rawValue, "name": name, "vendor": invitation.vendor.id.rawValue,
            "address": OperatorAddress.seller(invitation.vendor.id), "state": parts.texts[state.name],
            "who": invitation.operatorName ?? parts.texts[.byCommand], "time": invitation.createdAt.attribute,
            "age": parts.age(of: invitation.createdAt),
            "end": state == .open ? parts.texts[.until(parts.site.day(invitation.endsAt))] : nil,
            "canRevoke": state == .open, "revokeLabel": parts.texts[.revokeInvitation(of: name)],
            "againLabel": parts.texts[.makeLink(for: name)],
        ]
        return data.filled
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

extension Invitation.State {
    fileprivate var name: OperatorString {
        switch self {
        case .open: .invitationOpen
        case .accepted: .invitationAccepted
        case .revoked: .invitationRevoked
        case .expired: .invitationExpired
        }
    }
}
