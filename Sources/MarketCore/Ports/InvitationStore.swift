public import MarketModels

/// A store of the invitations of sellers. It knows links by hashes. None of this changes the revision.
public protocol InvitationStore: Sendable {
    /// Stores an invitation for a vendor, and logs it in the same commit. One with the same link stays as it is. Guests, who share one
    /// vendor, can't be invited.
    ///
    /// - Returns: nil if there is no such vendor.
    func addInvitation(
        _ hash: InvitationHash,
        for vendor: Vendor.ID,
        endsAt end: Timestamp,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Invitation?

    /// Returns invitations, the newest first.
    ///
    /// - Parameter last: the invitation after which the page begins; nil for the first page.
    func invitations(
        after last: Invitation.ID?,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Invitation]

    /// Ends an invitation that nobody has accepted.
    ///
    /// - Returns: whether there was one.
    func revokeInvitation(
        _ id: Invitation.ID,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Returns what a link gives, without using it; nil if it has ended, or was used by another browser.
    ///
    /// - Parameter browser: a hash that identifies the browser; nil if it has sent no form yet.
    func invitedSeller(
        _ hash: InvitationHash,
        for browser: BrowserDigest?,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller?

    /// Uses a link, which is logged in the same commit. Of concurrent calls from different browsers, only one succeeds; the
    /// browser that has used it may repeat that.
    func acceptInvitation(
        _ hash: InvitationHash,
        for browser: BrowserDigest,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller?
}

/// The hash of the token of an invitation, in hexadecimal digits.
public struct InvitationHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// What an invitation gives to a browser: the identifier under which the seller lists. Only a store that knows the link makes
/// one.
public struct InvitedSeller: Hashable, Sendable {
    public let vendor: Vendor
    public let identifier: VendorIdentifier
    /// Until when the link can be used.
    public let endsAt: Timestamp

    init(vendor: Vendor, identifier: VendorIdentifier, endsAt: Timestamp) {
        self.vendor = vendor
        self.identifier = identifier
        self.endsAt = endsAt
    }
}
