public import MarketModels

/// The operators, the links with which they sign in, their sessions, feeds and keys. What is done about them is logged in the same
/// commit.
///
/// All of these are known by hashes. Sessions, feeds and keys end when the database is restored or moved, and none of this changes
/// the revision.
extension ProductStore {
    /// Returns all operators, in the order in which they were added.
    public func operators() async throws(MarketError) -> [Operator] {
        try await readRecords { try $0.operators.operators() }
    }

    /// Adds an operator.
    ///
    /// - Returns: nil if another one has the name.
    public func addOperator(
        _ name: String,
        _ role: Operator.Role,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Operator? {
        try await writeRecords { try $0.operators.add(name, role, by: proof, at: now) }
    }

    /// Removes an operator, with their links and sessions.
    public func removeOperator(
        _ name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorRemoval {
        try await writeRecords { try $0.operators[.remove(name, by: proof, at: now)] }
    }

    /// Stores a link, and ends an earlier one for the same operator.
    ///
    /// - Parameters:
    ///   - name: whom it is for; nil for the first operator, whom using it makes, which is what the log says.
    ///   - proof: of who makes it; nil for the one for the first operator.
    /// - Returns: whether there is such an operator, or none at all for the first one.
    public func addOperatorLink(
        _ hash: OperatorKeyHash,
        for name: String?,
        endsAt end: Timestamp,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.addLink(hash, for: name, endsAt: end, by: proof, at: now) }
    }

    /// Returns a link that can be used, or nil.
    public func operatorLink(
        _ hash: OperatorKeyHash,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorLink? {
        try await readRecords { try $0.operators[.link(hash, at: now)] }
    }

    /// Uses a link and begins a session. Of concurrent calls with different sessions, only one succeeds; the same call can be
    /// repeated.
    ///
    /// - Parameter browser: what the browser of the session says that it is.
    /// - Returns: who is signed in; nil if the link can't be used.
    public func redeemOperatorLink(
        _ hash: OperatorKeyHash,
        session: OperatorKeyHash,
        in browser: BrowserName,
        at now: Timestamp
    ) async throws(MarketError) -> Operator? {
        try await writeRecords { try $0.operators.redeem(hash, session: session, in: browser, at: now) }
    }

    /// Returns a session that was used within ``OperatorAuthenticator/idleHours``, or nil.
    public func operatorSession(
        _ hash: OperatorKeyHash,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorSession? {
        try await readRecords { try $0.operators.session(hash, at: now) }
    }

    /// Records that a session is used.
    public func useOperatorSession(_ id: OperatorSession.ID, at now: Timestamp) async throws(MarketError) {
        try await writeRecords { try $0.operators.use(id, at: now) }
    }

    /// Returns the sessions that haven't ended, the newest first.
    public func operatorSessions(at now: Timestamp) async throws(MarketError) -> [OperatorSession] {
        try await readRecords { try $0.operators.sessions(at: now) }
    }

    /// Ends a session.
    ///
    /// - Parameters:
    ///   - name: whose session it must be; nil for anybody's.
    ///   - proof: of who ends it. The log leaves out who signs out, or in again, for which it is nil.
    /// - Returns: whether there was one.
    public func endOperatorSession(
        _ id: OperatorSession.ID,
        of name: String?,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.end(id, of: name, by: proof, at: now) }
    }

    /// Stores the address of an operator's feed, and ends an earlier one.
    ///
    /// - Returns: whether there is such an operator.
    public func setOperatorFeed(
        _ hash: OperatorKeyHash,
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.setFeed(hash, of: name, by: proof, at: now) }
    }

    /// Ends an operator's feed.
    ///
    /// - Returns: whether there was one.
    public func endOperatorFeed(
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.endFeed(of: name, by: proof, at: now) }
    }

    /// Returns when a feed was made, or nil if there is none with this address.
    public func operatorFeed(_ hash: OperatorKeyHash) async throws(MarketError) -> Timestamp? {
        try await readRecords { try $0.operators.feed(hash) }
    }

    /// Returns when an operator's feed was made, or nil if they have none.
    public func operatorFeed(of name: String) async throws(MarketError) -> Timestamp? {
        try await readRecords { try $0.operators.feed(of: name) }
    }

    /// Adds a key of an operator.
    ///
    /// - Returns: nil if there is no operator with this name.
    public func addOperatorKey(
        _ hash: OperatorKeyHash,
        named name: String,
        of holder: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorKey? {
        try await writeRecords { try $0.operators.addKey(hash, named: name, of: holder, by: proof, at: now) }
    }

    /// Returns a key, or nil if there is none.
    public func operatorKey(_ hash: OperatorKeyHash) async throws(MarketError) -> OperatorKey? {
        try await readRecords { try $0.operators[.key(hash)] }
    }

    /// Returns all keys, the newest first.
    public func operatorKeys() async throws(MarketError) -> [OperatorKey] {
        try await readRecords { try $0.operators.allKeys() }
    }

    /// Ends a key.
    ///
    /// - Parameter name: whose key it must be; nil for anybody's.
    /// - Returns: whether there was one.
    public func endOperatorKey(
        _ id: OperatorKey.ID,
        of name: String?,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators[.endKey(id, of: name, by: proof, at: now)] }
    }
}
