package import MarketModels

// The invitations of a store. They are among the reports because what is done is written into the same log.

extension ReportRecords {
    /// An invitation that has ended with its database ends when it began.
    private static var invitationColumns: String {
        """
        i.id, i.operator_name, i.created_at, CASE WHEN \(Connection.isOfThisDatabase("i")) THEN i.ends_at ELSE i.created_at END, i.accepted_at, \
        i.revoked_at, v.id, v.name, v.created_at, v.is_blocked, v.block_ends_at
        """
    }

    /// When the latest invitation was made. Later ones were made while the clock was ahead, and wait for their time.
    private static func latestCreation(at now: Timestamp) -> Int64 {
        now.adding(seconds: SteadyClock.tolerance).millisecondsSinceEpoch
    }

    package func addInvitation(
        _ hash: InvitationHash,
        for vendor: Vendor.ID,
        endsAt end: Timestamp,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Invitation? {
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
        return try invitations("i.hash = $1", [.text(hash.rawValue)]).first
    }

    package func invitations(after last: Invitation.ID?, limit: Int) throws -> [Invitation] {
        try invitations(
            "i.id < $1 ORDER BY i.id DESC LIMIT $2",
            [.integer(last?.rawValue ?? .max), .integer(Int64(limit))]
        )
    }

    package func revokeInvitation(_ id: Invitation.ID, by proof: OperatorProof, at now: Timestamp) throws -> Bool {
        let count = try connection.execute(
            "UPDATE invitation SET revoked_at = $1 WHERE id = $2 AND accepted_at IS NULL AND revoked_at IS NULL",
            [.integer(now.millisecondsSinceEpoch), .integer(id.rawValue)]
        )
        guard count > 0, let revoked = try invitations("i.id = $1", [.integer(id.rawValue)]).first else { return false }
        try connection.note(.invitationRevoked, vendor: revoked.vendor.id, by: proof, at: now)
        return true
    }

    package func invitedSeller(
        _ hash: InvitationHash,
        for browser: BrowserDigest?,
        at now: Timestamp
    ) throws -> InvitedSeller? {
        let found = try connection.first(
            """
            SELECT i.vendor_id, v.identifier, i.ends_at FROM invitation AS i JOIN vendor AS v ON v.id = i.vendor_id
            WHERE i.hash = $1 AND i.ends_at > $2 AND i.created_at <= $4 AND i.revoked_at IS NULL
                AND (i.browser IS NULL OR i.browser = $3) AND \(Connection.isOfThisDatabase("i"))
            """,
            [
                .text(hash.rawValue), .integer(now.millisecondsSinceEpoch), .text(browser?.rawValue ?? ""),
                .integer(Self.latestCreation(at: now)),
            ]
        ) { row in
            let text = try row.nonEmptyText(1)
            guard let identifier = VendorIdentifier(text) else { throw row.wrongType(1) }
            return (id: Vendor.ID(rawValue: try row.positive(0)), identifier: identifier, end: try row.timestamp(2))
        }
        guard let found, let vendor = try connection.vendor(found.id) else { return nil }
        return InvitedSeller(vendor: vendor, identifier: found.identifier, endsAt: found.end)
    }

    package func acceptInvitation(
        _ hash: InvitationHash,
        for browser: BrowserDigest,
        at now: Timestamp
    ) throws -> InvitedSeller? {
        let count = try connection.execute(
            """
            UPDATE invitation SET browser = $1, accepted_at = $2
            WHERE hash = $3 AND ends_at > $2 AND created_at <= $4 AND revoked_at IS NULL AND browser IS NULL
                AND \(Connection.isOfThisDatabase("invitation"))
            """,
            [
                .text(browser.rawValue), .integer(now.millisecondsSinceEpoch), .text(hash.rawValue),
                .integer(Self.latestCreation(at: now)),
            ]
        )
        guard let seller = try invitedSeller(hash, for: browser, at: now) else { return nil }
        // Once only: it may be repeated.
        if count > 0 { try connection.note(.invitationAccepted, vendor: seller.vendor.id, at: now) }
        return seller
    }

    private func invitations(_ condition: String, _ values: [MoveValue]) throws -> [Invitation] {
        try connection.all(
            """
            SELECT \(Self.invitationColumns) FROM invitation AS i JOIN vendor AS v ON v.id = i.vendor_id
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
