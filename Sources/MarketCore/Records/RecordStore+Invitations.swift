package import MarketModels

extension RecordStore {
    public func addInvitation(
        _ hash: InvitationHash,
        for vendor: Vendor.ID,
        endsAt end: Timestamp,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Invitation? {
        try await writeRecords { try $0.reports.addInvitation(hash, for: vendor, endsAt: end, by: proof, at: now) }
    }

    public func invitations(
        after last: Invitation.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Invitation] {
        try await readRecords { try $0.reports.invitations(after: last, limit: limit) }
    }

    public func revokeInvitation(
        _ id: Invitation.ID,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.reports.revokeInvitation(id, by: proof, at: now) }
    }

    public func invitedSeller(
        _ hash: InvitationHash,
        for browser: BrowserDigest?,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller? {
        try await readRecords { try $0.reports.invitedSeller(hash, for: browser, at: now) }
    }

    public func acceptInvitation(
        _ hash: InvitationHash,
        for browser: BrowserDigest,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller? {
        try await writeRecords { try $0.reports.acceptInvitation(hash, for: browser, at: now) }
    }
}
