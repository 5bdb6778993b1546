import Logging
import MarketCore
import MarketModels

/// A request about invitations of sellers.
public enum InvitationRequest: Codable, Hashable, Sendable {
    /// Adds a vendor and asks for the link with which a browser becomes theirs.
    case inviteSeller(name: String)
    /// Asks for a link for another browser of a vendor.
    case inviteVendor(Int64)
    case listInvitations
    case revokeInvitation(Int64)
}

extension AdminService {
    func response(to request: InvitationRequest) async throws -> AdminResponse {
        let made: (invitation: Invitation, token: String)
        switch request {
        case .inviteSeller(let name): made = try await services.inviteSellers.invite(name, by: proof)
        case .inviteVendor(let id):
            guard try await services.adminOperations.vendor(Vendor.ID(rawValue: id)) != nil else {
                return .refused("There's no vendor \(id).")
            }
            made = try await services.inviteSellers.invite(Vendor.ID(rawValue: id), by: proof)
        case .listInvitations:
            let invitations = try await allPages(of: InviteSellers.pageSize) { last throws(MarketError) in
                try await services.inviteSellers.invitations(after: last?.id, for: proof)
            }
            return .invitations(invitations.map { AdminResponse.InvitationRow($0, at: services.clock.now) })
        case .revokeInvitation(let id):
            guard try await services.inviteSellers.revoke(Invitation.ID(rawValue: id), by: proof) else {
                throw MarketError.operators(.invitationEnded)
            }
            log("invitation revoked", ["invitation": "\(id)"])
            return .done(["Invitation \(id) can't be used any more."])
        }
        log("seller invited", ["invitation": "\(made.invitation.id.rawValue)"])
        let vendor = made.invitation.vendor
        return .link(
            "With this address, one browser lists as vendor \(vendor.id.rawValue), \(vendor.name), once, within 7 days:",
            address: address(of: .invitation(token: made.token)),
            hasCode: true
        )
    }
}
