public import MarketModels

/// The invitations of sellers. Links are known by hashes. None of this changes the revision.
extension ProductStore {
    /// Stores an invitation for a vendor, and logs it in the same commit. One with the same link stays as it is. Guests, who share one
    /// vendor, can't be invited.
    ///
    /// - Returns: nil if there is no such vendor.
    public func addInvitation(
        _ hash: InvitationHash,
        for vendor: Vendor.ID,
        endsAt end: Timestamp,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Invitation? {
        try await writeRecords { try $0.reports.addInvitation(hash, for: vendor, endsAt: end, by: proof, at: now) }
    }

    /// Returns invitations, the newest first.
    ///
    /// - Parameter last: the invitation after which the page begins; nil for the first page.
    public func invitations(
        after last: Invitation.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Invitation] {
        try await readRecords { try $0.reports.invitations(after: last, limit: limit) }
    }

    /// Ends an invitation that nobody has accepted.
    ///
    /// - Returns: whether there was one.
    public func revokeInvitation(
        _ id: Invitation.ID,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.reports.revokeInvitation(id, by: proof, at: now) }
    }

    /// Returns what a link gives, without using it; nil if it has ended, or was used by another browser.
    ///
    /// - Parameter browser: a hash that identifies the browser; nil if it has sent no form yet.
    public func invitedSeller(
        _ hash: InvitationHash,
        for browser: BrowserDigest?,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller? {
        try await readRecords { try $0.reports.invitedSeller(hash, for: browser, at: now) }
    }

    /// Uses a link, which is logged in the same commit. Of concurrent calls from different browsers, only one succeeds; the
    /// browser that has used it may repeat that.
    public func acceptInvitation(
        _ hash: InvitationHash,
        for browser: BrowserDigest,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller? {
        try await writeRecords { try $0.reports.acceptInvitation(hash, for: browser, at: now) }
    }
}
