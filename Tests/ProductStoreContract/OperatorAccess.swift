package import MarketCore
package import MarketModels

/// What operators see and do, for tests, as whoever may open the data folder.
extension ProductStore {
    private var proof: OperatorProof { OperatorAuthenticator.commandLine }

    package func report(_ id: Report.ID) async throws(MarketError) -> Report? { try await report(id, for: proof) }

    package func reports(
        isOpen: Bool,
        after last: Report.ID?,
        limit: Int
    ) async throws(MarketError) -> [Report] {
        try await reports(isOpen: isOpen, after: last, limit: limit, for: proof)
    }

    package func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool
    ) async throws(MarketError) -> Report? {
        try await decide(id, decision, hides: hides, by: proof)
    }

    package func hide(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await hold(id, .hidden, reason: reason, by: proof, at: now)
    }

    package func remove(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await hold(id, .removed, reason: reason, by: proof, at: now)
    }

    package func hold(
        _ id: Product.ID,
        _ hold: OperatorHold,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        guard let act = ListingAct.allCases.first(where: { $0.hold == hold }) else { return false }
        return try await perform(act, on: id, version: nil, reason: reason, by: proof, at: now)
    }

    package func giveBack(
        _ id: Product.ID,
        version: Int64? = nil,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await isDone(.giveBack, on: id, version: version, reason: reason, by: proof, at: now) == true
    }

    package func approve(
        _ id: Product.ID,
        version: Int64? = nil,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await isDone(.approve, on: id, version: version, by: proof, at: now) == true
    }

    package func setLocked(
        _ isLocked: Bool,
        product id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool? {
        try await isDone(isLocked ? .lock : .unlock, on: id, reason: reason, by: proof, at: now)
    }

    /// Does something about a listing, and returns whether it could be done; nil if there is no such listing.
    private func isDone(
        _ act: ListingAct,
        on id: Product.ID,
        version: Int64? = nil,
        reason: String = "",
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool? {
        do throws(MarketError) {
            return try await perform(act, on: id, version: version, reason: reason, by: proof, at: now) ? true : nil
        } catch {
            switch error {
            case .operators(.notGivenBack), .operators(.notApproved), .operators(.notLocked): return false
            default: throw error
            }
        }
    }

    package func giveBack(_ id: Product.ID, reason: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await giveBack(id, reason: reason, by: proof, at: now)
    }

    package func hold(of id: Product.ID) async throws(MarketError) -> ListingHold? {
        try await product(id, for: proof)?.hold
    }

    package func setBlocked(
        _ isBlocked: Bool,
        vendor id: Vendor.ID,
        at now: Timestamp = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    ) async throws(MarketError) -> Vendor? {
        let vendor = try await beginBlock(isBlocked, vendor: id, at: now)
        try await finishBlocks(at: now)
        return vendor
    }

    /// Blocks or unblocks a vendor, whose listings don't follow yet.
    package func beginBlock(
        _ isBlocked: Bool,
        until end: Timestamp? = nil,
        vendor id: Vendor.ID,
        at now: Timestamp = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    ) async throws(MarketError) -> Vendor? {
        try await setBlocked(isBlocked, until: end, vendor: id, reason: "why", by: proof, at: now)
    }

    /// Has all listings follow what was blocked and unblocked.
    package func finishBlocks(
        at now: Timestamp = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    ) async throws(MarketError) {
        while try await advanceBlocks(limit: 3, at: now) == 3 {}
    }

    /// The log without what was done about operators, which ``logAboutOperators()`` has: tests sign in on the way.
    package func moderationLog(
        before last: Int64?,
        limit: Int,
        at now: Timestamp = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    ) async throws(MarketError) -> [ModerationEntry] {
        let all = try await moderationLog(before: last, about: nil, limit: 1000, at: now, for: proof)
        return Array(all.filter { !ModerationEntry.Action.aboutOperators.contains($0.action) }.prefix(limit))
    }

    /// What was done about operators, the newest first.
    package func logAboutOperators() async throws(MarketError) -> [ModerationEntry] {
        try await moderationLog(before: nil, about: nil, limit: 1000, at: SystemWallClock().now, for: proof)
            .filter { ModerationEntry.Action.aboutOperators.contains($0.action) }
    }

    // MARK: Operators

    package func addOperator(
        _ name: String,
        _ role: Operator.Role,
        at now: Timestamp
    ) async throws(MarketError) -> Operator? {
        try await addOperator(name, role, by: proof, at: now)
    }

    package func removeOperator(_ name: String) async throws(MarketError) -> OperatorRemoval {
        try await removeOperator(name, by: proof, at: SystemWallClock().now)
    }

    package func addOperatorLink(
        _ hash: OperatorKeyHash,
        for name: String?,
        endsAt end: Timestamp
    ) async throws(MarketError) -> Bool {
        try await addOperatorLink(hash, for: name, endsAt: end, by: name == nil ? nil : proof, at: end)
    }

    func endOperatorSession(_ id: OperatorSession.ID, of name: String?) async throws(MarketError) -> Bool {
        try await endOperatorSession(id, of: name, by: proof, at: SystemWallClock().now)
    }

    func setOperatorFeed(_ hash: OperatorKeyHash, of name: String, at now: Timestamp) async throws(MarketError) -> Bool
    {
        try await setOperatorFeed(hash, of: name, by: proof, at: now)
    }

    func endOperatorFeed(of name: String) async throws(MarketError) -> Bool {
        try await endOperatorFeed(of: name, by: proof, at: SystemWallClock().now)
    }

    func addOperatorKey(
        _ hash: OperatorKeyHash,
        named name: String,
        of holder: String,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorKey? {
        try await addOperatorKey(hash, named: name, of: holder, by: proof, at: now)
    }

    func endOperatorKey(_ id: OperatorKey.ID, of name: String?) async throws(MarketError) -> Bool {
        try await endOperatorKey(id, of: name, by: proof, at: SystemWallClock().now)
    }

    // MARK: Proofs

    /// An authenticator of operators without limits.
    var operatorAuthenticator: OperatorAuthenticator { operatorAuthenticator(clock: SystemWallClock()) }

    func operatorAuthenticator(clock: any WallClock) -> OperatorAuthenticator {
        let limits = ClientBudgetLimits(perAddress: Budget(perMinute: 1, burst: 1))
        return OperatorAuthenticator(
            store: self,
            guesses: ClientBudget(.operatorGuesses, limits, in: UnlimitedBuckets()),
            clock: clock
        )
    }

    /// Adds a moderator, makes a key of theirs, and returns proof of it.
    func keyProof(of name: String, named key: String) async throws(MarketError) -> OperatorProof? {
        _ = try await addOperator(name, .moderator, at: SystemWallClock().now)
        let recent = OperatorAuthenticator.recentCommandLine
        let token = try await operatorAuthenticator.makeKey(named: key, for: name, by: recent).token
        return try await operatorAuthenticator.key(token, from: .unknown)
    }

    /// Adds an operator, makes their feed, and returns proof of its address.
    func feedProof(of name: String = "an operator with a feed") async throws(MarketError) -> OperatorFeedProof? {
        _ = try await addOperator(name, .moderator, at: SystemWallClock().now)
        let token = try await operatorAuthenticator.makeFeed(for: name, by: proof)
        return try await operatorAuthenticator.feed(token, from: .unknown)
    }

    package func renameVendor(_ id: Vendor.ID, to name: String) async throws(MarketError) -> Vendor? {
        let now = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
        return try await renameVendor(id, to: name, reason: "why", by: proof, at: now)
    }

    package func changeProfile(_ change: ProfileChange, at now: Timestamp) async throws(MarketError) -> Bool {
        try await changeProfile(change, by: proof, at: now)
    }

    package func delete(_ id: Product.ID, isErasure: Bool, at now: Timestamp) async throws(MarketError) -> Product? {
        try await delete(id, isErasure ? ProductErasure("why", by: proof) : nil, at: now)
    }
}
