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
        try await writeRecords { connection in
            guard vendor != Vendor.guestID, try connection.vendor(vendor) != nil else { return nil }
            let count = try connection.execute(
                """
                INSERT INTO invitation (hash, vendor_id, operator_name, created_at, ends_at)
                VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO NOTHING
                """,
                [
                    .text(hash.rawValue), .integer(vendor.rawValue), .init(proof.name),
                    .integer(now.millisecondsSinceEpoch), .integer(end.millisecondsSinceEpoch),
                ]
            )
            if count > 0 { try connection.note(.invited, vendor: vendor, by: proof, at: now) }
            return try connection.invitations("i.hash = $1", [.text(hash.rawValue)]).first
        }
    }

    /// Returns invitations, the newest first.
    ///
    /// - Parameter last: the invitation after which the page begins; nil for the first page.
    public func invitations(
        after last: Invitation.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Invitation] {
        try await readRecords { connection in
            try connection.invitations(
                "i.id < $1 ORDER BY i.id DESC LIMIT $2",
                [.integer(last?.rawValue ?? .max), .integer(Int64(limit))]
            )
        }
    }

    /// Ends an invitation that nobody has accepted.
    ///
    /// - Returns: whether there was one.
    public func revokeInvitation(
        _ id: Invitation.ID,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            let count = try connection.execute(
                "UPDATE invitation SET revoked_at = $1 WHERE id = $2 AND accepted_at IS NULL AND revoked_at IS NULL",
                [.integer(now.millisecondsSinceEpoch), .integer(id.rawValue)]
            )
            guard count > 0, let revoked = try connection.invitations("i.id = $1", [.integer(id.rawValue)]).first
            else { return false }
            try connection.note(.invitationRevoked, vendor: revoked.vendor.id, by: proof, at: now)
            return true
        }
    }

    /// Returns what a link gives, without using it; nil if it has ended, or was used by another browser.
    ///
    /// - Parameter browser: a hash that identifies the browser; nil if it has sent no form yet.
    public func invitedSeller(
        _ hash: InvitationHash,
        for browser: BrowserDigest?,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller? {
        try await readRecords { try $0.invitedSeller(hash, for: browser, at: now) }
    }

    /// Uses a link, which is logged in the same commit. Of concurrent calls from different browsers, only one succeeds; the
    /// browser that has used it may repeat that.
    public func acceptInvitation(
        _ hash: InvitationHash,
        for browser: BrowserDigest,
        at now: Timestamp
    ) async throws(MarketError) -> InvitedSeller? {
        try await writeRecords { connection in
            // The identifier that is given stays the seller's until the link counts as used, and ends with it.
            guard let vendor = try connection.vendor(ofInvitation: hash), try connection.vendors.shared(vendor) != nil
            else { return nil }
            let isAccepted = try connection.use(hash, for: browser, at: now)
            guard let seller = try connection.invitedSeller(hash, for: browser, at: now) else { return nil }
            // Once only: it may be repeated.
            if isAccepted { try connection.note(.invitationAccepted, vendor: seller.vendor.id, at: now) }
            return seller
        }
    }
}

// MARK: - Records

extension RecordConnection {
    /// When the latest invitation was made. Later ones were made while the clock was ahead, and wait for their time.
    private static func latestCreation(at now: Timestamp) -> MoveValue {
        .integer(now.adding(seconds: SteadyClock.tolerance).millisecondsSinceEpoch)
    }

    fileprivate func invitedSeller(
        _ hash: InvitationHash,
        for browser: BrowserDigest?,
        at now: Timestamp
    ) throws -> InvitedSeller? {
        let found = try first(
            """
            SELECT i.vendor_id, v.identifier, i.ends_at FROM invitation AS i JOIN vendor AS v ON v.id = i.vendor_id
            WHERE i.hash = $1 AND i.ends_at > $2 AND i.created_at <= $4 AND i.revoked_at IS NULL
                AND (i.browser IS NULL OR i.browser = $3) AND \(Self.isOfThisDatabase("i"))
            """,
            [
                .text(hash.rawValue), .integer(now.millisecondsSinceEpoch), .text(browser?.rawValue ?? ""),
                Self.latestCreation(at: now),
            ]
        ) { row in
            let text = try row.nonEmptyText(1)
            guard let identifier = VendorIdentifier(text) else { throw row.wrongType(1) }
            return (id: Vendor.ID(rawValue: try row.positive(0)), identifier: identifier, end: try row.timestamp(2))
        }
        guard let found, let vendor = try vendor(found.id) else { return nil }
        return InvitedSeller(vendor: vendor, identifier: found.identifier, endsAt: found.end)
    }

    fileprivate func vendor(ofInvitation hash: InvitationHash) throws -> Vendor.ID? {
        try first("SELECT vendor_id FROM invitation WHERE hash = $1", [.text(hash.rawValue)]) {
            Vendor.ID(rawValue: try $0.positive(0))
        }
    }

    /// - Returns: whether a link that nobody has used was used.
    fileprivate func use(_ hash: InvitationHash, for browser: BrowserDigest, at now: Timestamp) throws -> Bool {
        try execute(
            """
            UPDATE invitation SET browser = $1, accepted_at = $2
            WHERE hash = $3 AND ends_at > $2 AND created_at <= $4 AND revoked_at IS NULL AND browser IS NULL
                AND \(Self.isOfThisDatabase("invitation"))
            """,
            [
                .text(browser.rawValue), .integer(now.millisecondsSinceEpoch), .text(hash.rawValue),
                Self.latestCreation(at: now),
            ]
        ) > 0
    }

    /// An invitation that has ended with its database ends when it began.
    fileprivate func invitations(_ condition: String, _ values: [MoveValue]) throws -> [Invitation] {
        try all(
            """
            SELECT i.id, i.operator_name, i.created_at,
                CASE WHEN \(Self.isOfThisDatabase("i")) THEN i.ends_at ELSE i.created_at END, i.accepted_at,
                i.revoked_at, v.id, v.name, v.created_at, v.is_blocked, v.block_ends_at
            FROM invitation AS i JOIN vendor AS v ON v.id = i.vendor_id
            WHERE \(condition)
            """,
            values
        ) { row in
            Invitation(
                id: Invitation.ID(rawValue: try row.positive(0)),
                of: Vendor(
                    id: Vendor.ID(rawValue: try row.positive(6)),
                    name: try row.nonEmptyText(7),
                    createdAt: try row.timestamp(8),
                    isBlocked: try row.boolean(9),
                    blockEndsAt: try row.optionalTimestamp(10)
                ),
                by: try row.optionalText(1),
                createdAt: try row.timestamp(2),
                endsAt: try row.timestamp(3),
                acceptedAt: try row.optionalTimestamp(4),
                revokedAt: try row.optionalTimestamp(5)
            )
        }
    }
}
