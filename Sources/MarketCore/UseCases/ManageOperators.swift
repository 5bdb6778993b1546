public import MarketModels

/// The use case of saying who moderates the market. Only operators may, but everybody sees and ends sessions, keys and a feed of their
/// own.
public struct ManageOperators: Sendable {
    let store: any ProductStore
    let authenticator: OperatorAuthenticator
    let clock: any WallClock

    /// Returns all operators, in the order in which they were added.
    public func all(for proof: OperatorProof) async throws(MarketError) -> [Operator] {
        try proof.requireOperator()
        return try await store.operators()
    }

    /// Adds an operator.
    ///
    /// - Returns: the operator, and the token of the link with which they sign in.
    public func add(
        _ name: String,
        _ role: Operator.Role,
        by proof: RecentOperatorProof
    ) async throws(MarketError) -> (added: Operator, link: String) {
        try proof.proof.requireOperator()
        let checkedName: String
        do throws(OperatorProblem) { checkedName = try Operator.checkedName(name) } catch { throw .operators(error) }
        guard let added = try await store.addOperator(checkedName, role, by: proof.proof, at: clock.now) else {
            throw .operators(.nameTaken)
        }
        return (added, try await authenticator.makeLink(for: added.name, by: proof))
    }

    /// Removes an operator, whose sessions and links end.
    ///
    /// - Throws: ``OperatorProblem/lastOperator`` or ``OperatorProblem/unknownOperator``.
    public func remove(_ name: String, by proof: RecentOperatorProof) async throws(MarketError) {
        try proof.proof.requireOperator()
        switch try await store.removeOperator(name, by: proof.proof, at: clock.now) {
        case .removed: return
        case .unknown: throw .operators(.unknownOperator)
        case .last: throw .operators(.lastOperator)
        }
    }

    /// Returns the sessions that a caller may end, the newest first: those of all for an operator, else their own.
    public func sessions(for proof: OperatorProof) async throws(MarketError) -> [OperatorSession] {
        let all = try await store.operatorSessions(at: clock.now)
        return proof.role == .operator ? all : all.filter { $0.holder.id == proof.session?.holder.id }
    }

    /// Ends a session.
    ///
    /// - Returns: whether there was one that the caller may end.
    public func end(_ id: OperatorSession.ID, by proof: OperatorProof) async throws(MarketError) -> Bool {
        let name = proof.role == .operator ? nil : proof.name
        return try await store.endOperatorSession(id, of: name, by: proof, at: clock.now)
    }

    /// Returns the keys that a caller may end, the newest first: those of all for an operator, else their own.
    public func keys(for proof: OperatorProof) async throws(MarketError) -> [OperatorKey] {
        let all = try await store.operatorKeys()
        return proof.role == .operator ? all : all.filter { $0.holder.name == proof.name }
    }

    /// Ends a key.
    ///
    /// - Returns: whether there was one that the caller may end.
    public func endKey(_ id: OperatorKey.ID, by proof: OperatorProof) async throws(MarketError) -> Bool {
        let name = proof.role == .operator ? nil : proof.name
        return try await store.endOperatorKey(id, of: name, by: proof, at: clock.now)
    }

    /// Returns when a caller's own feed was made, or nil if they have none.
    public func feedDate(for proof: OperatorProof) async throws(MarketError) -> Timestamp? {
        guard let name = proof.name else { return nil }
        return try await store.operatorFeed(of: name)
    }

    /// Ends a feed.
    ///
    /// - Parameters:
    ///   - name: whose feed it is.
    ///   - proof: of the same operator, or of the command line.
    /// - Returns: whether there was one.
    public func endFeed(of name: String, by proof: OperatorProof) async throws(MarketError) -> Bool {
        try proof.requireOneself(name)
        return try await store.endOperatorFeed(of: name, by: proof, at: clock.now)
    }
}
