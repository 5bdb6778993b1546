public import MarketModels

extension ModerateListings {
    // MARK: Sellers

    /// Blocks a seller, which hides all of their listings and refuses edits, states and new listings, or unblocks them, which
    /// gives back what the block has hidden.
    ///
    /// Nobody sees a listing of a blocked seller from then on. The rows follow in small commits, so that others needn't wait,
    /// and those of a seller with very many by and by (``AdvanceListings``).
    ///
    /// - Parameters:
    ///   - days: after how many days the block ends by itself; nil for one that doesn't.
    ///   - seen: the ``ProductStore/blockVersion(of:for:)`` that the operator has seen; nil for whatever stands.
    ///   - decidesReports: whether a block upholds the open reports about the seller and their listings for the same reason.
    /// - Returns: the seller, or nil if there is none. All guests share one, whom nobody blocks.
    /// - Throws: ``OperatorProblem/listingChanged`` if somebody else has blocked or unblocked the seller since.
    public func setBlocked(
        _ isBlocked: Bool,
        days: Int? = nil,
        vendor id: Vendor.ID,
        over seen: Int? = nil,
        reason: String,
        decidesReports: Bool = false,
        by proof: OperatorProof
    ) async throws(MarketError) -> Vendor? {
        guard !isBlocked || id != Vendor.guestID else { return nil }
        let reason = try Self.checked(reason)
        if isBlocked, let days { guard Self.blockDays.contains(days) else { throw .operators(.unusableDays) } }
        let end = isBlocked ? days.map { clock.now.adding(days: $0) } : nil
        let vendor = try await store.setBlocked(
            isBlocked,
            until: end,
            vendor: id,
            over: seen,
            reason: reason,
            by: proof,
            at: clock.now
        )
        try await advanceBlocks()
        if isBlocked, decidesReports, vendor != nil {
            try await decideReports(about: .vendor(id), .upheld, reason: reason, by: proof)
        }
        return vendor
    }

    /// Gives a seller another name, which all of their listings show at once. All guests share one, which keeps its name. The log
    /// doesn't keep the former name: it may be what must go.
    ///
    /// - Parameter reason: which the seller reads; nil for commands, which needn't say why.
    /// - Returns: the seller, or nil if there is none.
    /// - Throws: ``OperatorProblem/unusableSellerName`` or another error.
    public func rename(
        _ id: Vendor.ID,
        to name: String,
        reason: String?,
        by proof: OperatorProof
    ) async throws(MarketError) -> Vendor? {
        guard id != Vendor.guestID else { return nil }
        guard let name = InviteSellers.checked(name) else { throw .operators(.unusableSellerName) }
        let checked = if let reason { try Self.checked(reason) } else { "" }
        return try await store.renameVendor(id, to: name, reason: checked, by: proof, at: clock.now)
    }

    /// Returns why an operator has given a seller another name in the last days; nil if none has.
    public func reasonOfNewName(for proof: VendorProof) async throws(MarketError) -> String? {
        let begin = clock.now.adding(days: -ModerationEntry.daysToUndo)
        return try await store.reasonOfNewName(for: proof, after: begin)
    }

    /// Changes the rows of the first listings that follow a block.
    func advanceBlocks() async throws(MarketError) {
        for _ in 0..<Self.stepsOfBlock {
            let count = try await store.advanceBlocks(limit: AdvanceListings.step, at: clock.now)
            if count < AdvanceListings.step { return }
        }
    }

    // MARK: Contacts

    /// Returns a page of the contacts that no listing may have.
    public func blockedContacts(
        after last: ContactKey? = nil,
        for proof: OperatorProof
    ) async throws(MarketError) -> [BlockedContact] {
        try await store.blockedContacts(after: last, limit: Self.pageSize, for: proof)
    }

    /// Blocks everything that a contact names, or unblocks it: each phone number, mail address and link, or else the whole text, if
    /// that is somebody's own (``MarketModels/ContactKey/isBlockable``).
    /// New listings and edits with it are refused, and listings that have it are hidden, those of a large market by and by.
    ///
    /// - Returns: whether this has changed anything.
    public func setBlocked(
        _ isBlocked: Bool,
        contact: String,
        reason: String,
        by proof: OperatorProof
    ) async throws(MarketError) -> Bool {
        let keys = isBlocked ? ContactKey.blockable(of: contact) : ContactKey.keys(of: contact)
        return try await setBlocked(isBlocked, keys, reason: reason, by: proof)
    }

    /// A contact of a listing that can be blocked.
    public struct BlockableContact: Hashable, Sendable {
        public let key: ContactKey
        /// Whether listings of other sellers begin with it, too, which its block hides.
        public let isOfOthers: Bool
    }

    /// Returns the contacts of a listing that can be blocked and aren't.
    public func blockableContacts(
        of own: SellerProduct,
        for proof: OperatorProof
    ) async throws(MarketError) -> [BlockableContact] {
        let keys = own.contact.map { ContactKey.blockable(of: $0) } ?? []
        guard !keys.isEmpty else { return [] }
        let blocked = try await store.blockedContacts(of: own, for: proof)
        let others = try await store.contacts(keys, ofOthersThan: own.product.vendor.id, for: proof)
        return keys.filter { !blocked.contains($0) }.map { BlockableContact(key: $0, isOfOthers: others.contains($0)) }
    }

    /// Blocks or unblocks contacts with these keys, all at once.
    ///
    /// - Returns: whether this has changed anything.
    public func setBlocked(
        _ isBlocked: Bool,
        _ keys: [ContactKey],
        reason: String,
        by proof: OperatorProof
    ) async throws(MarketError) -> Bool {
        let reason = try Self.checked(reason)
        guard !keys.isEmpty else { return false }
        let isChanged = try await store.setBlocked(isBlocked, contacts: keys, reason: reason, by: proof, at: clock.now)
        try await advanceBlocks()
        return isChanged
    }
}
