import MarketCore
import MarketModels
import MarketTexts

/// The invitations of sellers, with the form that makes one.
struct OperatorInvitationsPage: WebPage {
    let context: OperatorContext
    /// The idempotency key of the form, so that a second tap invites nobody else.
    let key: String
    let invitations: [Invitation]
    /// The link that was made just now, which is shown once.
    var link: OperatorLinkViewData?
    /// What was typed for a seller who wasn't invited.
    var typedName: String = ""

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let rows = invitations.map { invitation -> Templates.Context in
            let state = invitation.state(at: context.now)
            let name = invitation.vendor.name
            let data: [String: Any?] = [
                "id": invitation.id.rawValue, "name": name, "vendor": invitation.vendor.id.rawValue,
                "address": OperatorAddress.seller(invitation.vendor.id), "state": texts[state.name],
                "who": invitation.operatorName ?? texts[.byCommand], "time": invitation.createdAt.attribute,
                "age": site.productTexts.age(of: invitation.createdAt, now: context.now),
                "end": state == .open ? texts[.until(site.day(invitation.endsAt))] : nil, "canRevoke": state == .open,
                "revokeLabel": texts[.revokeInvitation(of: name)], "againLabel": texts[.makeLink(for: name)],
            ]
            return data.filled
        }
        var data: [String: Any?] = [
            "invitations": rows,
            "hasInvitations": !rows.isEmpty,
            "key": key,
            "typedName": typedName,
            // What is shown once would be lost.
            "keepsForm": link == nil,
            "nameMaximum": ListingRules.vendorNameLength.upperBound,
            "moreAddress": invitations.lastOfFullPage(of: InviteSellers.pageSize).map {
                "\(OperatorAddress.invitations)?after=\($0.id.rawValue)"
            },
        ]
        if let link {
            let title = texts[.link(for: link.name)]
            data.merge(CodeViewData.data(of: link.address, titled: title, site)) { $1 }
            data["link"] = link.address
            data["linkTitle"] = title
        }
        return OperatorLayout(context: context, title: texts[.invitations], back: OperatorAddress.home)
            .html("operator-invitations", site, data)
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
