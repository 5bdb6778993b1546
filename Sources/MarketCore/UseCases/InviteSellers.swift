internal import MarketHashing
public import MarketModels

/// The use case of inviting sellers. It is part of moderating: who may block a seller may also let one in.
///
/// An invitation gives one browser the identifier of a vendor. Once it was accepted there is nothing to revoke: the seller
/// can be blocked, as any other.
public struct InviteSellers: Sendable {
    /// The number of invitations on a page.
    public static let pageSize = 50

    let store: any ProductStore
    /// Limits wrong links by network. The right one is never refused, whatever neighbours do.
    let guesses: ClientBudget
    let clock: any WallClock

    // MARK: Operators

    /// Invites somebody, and adds a vendor with this name for them.
    ///
    /// - Parameter key: what a form that is sent twice has been given, 32 random hexadecimal digits. With the same name, it gets the
    ///   same invitation while that is open.
    /// - Throws: ``OperatorProblem/unusableSellerName`` or another error.
    /// - Returns: the invitation, and the token of its link, which is stored nowhere.
    public func invite(
        _ name: String,
        key: String? = nil,
        by proof: OperatorProof
    ) async throws(MarketError) -> (invitation: Invitation, token: String) {
        let key = key.flatMap { $0.isRandomToken ? $0 : nil } ?? .randomToken()
        guard let checked = Self.checked(name) else { throw .operators(.unusableSellerName) }
        // Both follow from the key, so that what comes at the same time finds them, too.
        func digits(_ use: String) -> String {
            BLAKE2b.digits(of: [use, key.lowercased(), checked, proof.name ?? ""], byteCount: 16)
        }
        guard let identifier = VendorIdentifier(digits("identifier of invited seller")) else {
            throw .operators(.unusableSellerName)
        }
        let new = NewVendor(identifier: identifier, name: checked, createdAt: clock.now)
        guard let vendor = try await store.addVendor(new) else { throw .unknownVendor }
        let made = try await invite(vendor.id, withLink: digits("link of invited seller"), by: proof)
        return made.invitation.state(at: clock.now) == .open ? made : try await invite(checked, by: proof)
    }

    /// Checks the name that an operator gives a seller. A number is meant for a seller who is there.
    ///
    /// - Returns: nil for a name that can't be used.
    static func checked(_ name: String) -> String? {
        guard let checked = try? ListingRules.check(vendorName: name.trimmingWhitespace()),
            !checked.allSatisfy({ $0.isNumber || $0.isWhitespace })
        else {
            return nil
        }
        return checked
    }

    /// Invites another browser of a vendor.
    ///
    /// - Throws: ``MarketError/unknownVendor`` if there is no such vendor, or it is that of guests.
    public func invite(
        _ vendor: Vendor.ID,
        by proof: OperatorProof
    ) async throws(MarketError) -> (invitation: Invitation, token: String) {
        try await invite(vendor, withLink: .randomToken(), by: proof)
    }

    private func invite(
        _ vendor: Vendor.ID,
        withLink token: String,
        by proof: OperatorProof
    ) async throws(MarketError) -> (invitation: Invitation, token: String) {
        let now = clock.now
        let invitation = try await store.addInvitation(
            Self.hash(of: token),
            for: vendor,
            endsAt: now.adding(days: Invitation.days),
            by: proof,
            at: now
        )
        guard let invitation else { throw .unknownVendor }
        return (invitation, token)
    }

    /// Returns invitations, the newest first.
    ///
    /// - Parameter last: the invitation after which the page begins; nil for the first page.
    public func invitations(
        after last: Invitation.ID? = nil,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Invitation] {
        try await store.invitations(after: last, limit: Self.pageSize, for: proof)
    }

    /// Ends an invitation.
    ///
    /// - Returns: whether this has ended it: false for one that was revoked before.
    /// - Throws: ``OperatorProblem/invitationEnded`` if it was accepted, or there is none.
    @discardableResult
    public func revoke(_ id: Invitation.ID, by proof: OperatorProof) async throws(MarketError) -> Bool {
        let now = clock.now
        if try await store.revokeInvitation(id, by: proof, at: now) { return true }
        // Behind the one with the next number comes this one.
        let next = Invitation.ID(rawValue: id.rawValue &+ 1)
        let found = try await store.invitations(after: next, limit: 1, for: proof).first
        guard let found, found.id == id, found.state(at: now) == .revoked else { throw .operators(.invitationEnded) }
        return false
    }

    // MARK: The link

    /// Returns what a link gives, without using it; nil if it has ended, was used by another browser or never existed.
    ///
    /// - Parameter browser: a secret that only this browser has; nil if it has none yet.
    public func seller(
        ofLink token: String,
        for browser: String?,
        from client: ClientAddress
    ) async throws(MarketError) -> InvitedSeller? {
        let seller = try await store.invitedSeller(
            Self.hash(of: token),
            for: browser.map { Self.digest(of: $0, token) },
            at: clock.now
        )
        if seller == nil { try await guesses.countGuess(from: client) }
        return seller
    }

    /// Uses a link, which ends it for all other browsers. The browser that has used it may repeat that, because a response may
    /// get lost.
    ///
    /// - Parameter browser: a secret that only this browser has.
    /// - Returns: nil if the link has ended, was used by another browser or never existed.
    public func accept(
        _ token: String,
        for browser: String,
        from client: ClientAddress
    ) async throws(MarketError) -> InvitedSeller? {
        let seller = try await store.acceptInvitation(
            Self.hash(of: token),
            for: Self.digest(of: browser, token),
            at: clock.now
        )
        if seller == nil { try await guesses.countGuess(from: client) }
        return seller
    }

    private static func hash(of token: String) -> InvitationHash {
        InvitationHash(rawValue: BLAKE2b.digits(of: ["invitation", token.lowercased()], byteCount: 32))
    }

    private static func digest(of browser: String, _ token: String) -> BrowserDigest {
        BrowserDigest(
            rawValue: BLAKE2b.digits(of: ["browser of invitation", token.lowercased(), browser], byteCount: 32)
        )
    }
}
