public import MarketModels

/// The operators, the links with which they sign in, and their sessions. What is done about them is logged in the same commit.
///
/// Links, sessions, feeds and keys are known by hashes. They end when the database is restored or moved, and none of this changes the
/// revision.
extension ProductStore {
    /// Returns all operators, in the order in which they were added.
    public func operators() async throws(MarketError) -> [Operator] {
        try await readRecords { try $0.operators() }
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
        try await writeRecords { try $0.addOperator(name, role, by: proof, at: now) }
    }

    /// Removes an operator, with their links and sessions.
    public func removeOperator(
        _ name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorRemoval {
        try await writeRecords { connection in
            try connection.lock(.operators)
            guard let found = try connection.operator(named: name) else { return .unknown }
            if found.role == .operator, try connection.operators().count(where: { $0.role == .operator }) == 1 {
                return .last
            }
            // Links and sessions are deleted by cascade.
            try connection.execute("DELETE FROM operator WHERE id = $1", [.integer(found.id.rawValue)])
            try connection.note(.operatorRemoved, setting: name, by: proof, at: now)
            return .removed
        }
    }

    // MARK: Links

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
        try await writeRecords { connection in
            // Whoever makes another one at once waits.
            try connection.lock(.operators)
            var id: Operator.ID?
            if let name {
                guard let found = try connection.operator(named: name) else { return false }
                id = found.id
                try connection.execute(
                    "DELETE FROM operator_link WHERE operator_id = $1",
                    [.integer(found.id.rawValue)]
                )
                try connection.note(.operatorLinkMade, setting: name, by: proof, at: now)
            } else {
                guard try connection.operators().isEmpty else { return false }
            }
            try connection.execute(
                "INSERT INTO operator_link (hash, operator_id, ends_at) VALUES ($1, $2, $3)",
                [.text(hash.rawValue), .init(id?.rawValue), .integer(end.millisecondsSinceEpoch)]
            )
            return true
        }
    }

    /// Returns a link that can be used, or nil.
    public func operatorLink(
        _ hash: OperatorKeyHash,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorLink? {
        try await readRecords { try $0.operatorLink(hash, at: now) }
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
        try await writeRecords { connection in
            if let known = try connection.operatorSession(session, at: now) { return known.holder }
            try connection.lock(.operators)
            guard let link = try connection.operatorLink(hash, at: now) else { return nil }
            let count = try connection.execute("DELETE FROM operator_link WHERE hash = $1", [.text(hash.rawValue)])
            guard count > 0 else { return nil }
            let holder =
                if let name = link.name {
                    try connection.operator(named: name)
                } else {
                    try connection.operators().isEmpty
                        ? connection.addOperator(OperatorAuthenticator.firstName, .operator, by: nil, at: now) : nil
                }
            guard let holder else { return nil }
            try connection.execute(
                "DELETE FROM operator_link WHERE ends_at <= $1 OR ends_at > $2",
                [.integer(now.millisecondsSinceEpoch), .integer(SignInTimes.latestLinkEnd(at: now))]
            )
            try connection.execute(
                "DELETE FROM operator_session WHERE used_at <= $1 OR used_at > $2",
                [.integer(SignInTimes.latestEnd(at: now)), .integer(SignInTimes.latestUse(at: now))]
            )
            try connection.execute(
                """
                INSERT INTO operator_session (hash, operator_id, application, system, created_at, used_at)
                VALUES ($1, $2, $3, $4, $5, $5)
                """,
                [
                    .text(session.rawValue), .integer(holder.id.rawValue), .init(browser.application),
                    .init(browser.system), .integer(now.millisecondsSinceEpoch),
                ]
            )
            return holder
        }
    }

    // MARK: Sessions

    /// Returns a session that was used within ``OperatorAuthenticator/idleHours``, or nil.
    public func operatorSession(
        _ hash: OperatorKeyHash,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorSession? {
        try await readRecords { try $0.operatorSession(hash, at: now) }
    }

    /// Records that a session is used.
    public func useOperatorSession(_ id: OperatorSession.ID, at now: Timestamp) async throws(MarketError) {
        try await writeRecords { connection in
            _ = try connection.execute(
                "UPDATE operator_session SET used_at = $1 WHERE id = $2 AND used_at < $1",
                [.integer(now.millisecondsSinceEpoch), .integer(id.rawValue)]
            )
        }
    }

    /// Returns the sessions that haven't ended, the newest first.
    public func operatorSessions(at now: Timestamp) async throws(MarketError) -> [OperatorSession] {
        try await readRecords { try $0.operatorSessions(at: now) }
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
        try await writeRecords { connection in
            let holder = try connection.first(
                "SELECT o.name FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id WHERE s.id = $1",
                [.integer(id.rawValue)]
            ) { try $0.nonEmptyText(0) }
            guard let holder, name == nil || name == holder,
                try connection.execute("DELETE FROM operator_session WHERE id = $1", [.integer(id.rawValue)]) > 0
            else { return false }
            if let proof, proof.session?.id != id {
                try connection.note(.operatorSessionEnded, setting: holder, by: proof, at: now)
            }
            return true
        }
    }
}

// MARK: - Records

extension RecordConnection {
    fileprivate func operators() throws -> [Operator] {
        try all("SELECT \(Operator.columns) FROM operator AS o ORDER BY o.id", []) { try $0.operator(0) }
    }

    func `operator`(named name: String) throws -> Operator? {
        try first("SELECT \(Operator.columns) FROM operator AS o WHERE o.name = $1", [.text(name)]) {
            try $0.operator(0)
        }
    }

    fileprivate func addOperator(
        _ name: String,
        _ role: Operator.Role,
        by proof: OperatorProof?,
        at now: Timestamp
    ) throws -> Operator? {
        let count = try execute(
            "INSERT INTO operator (name, role, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
            [.text(name), .text(role.rawValue), .integer(now.millisecondsSinceEpoch)]
        )
        guard count > 0 else { return nil }
        // The link for the first operator is worth nothing any more.
        try execute("DELETE FROM operator_link WHERE operator_id IS NULL", [])
        try note(role == .operator ? .operatorAdded : .moderatorAdded, setting: name, by: proof, at: now)
        return try self.operator(named: name)
    }

    fileprivate func operatorLink(_ hash: OperatorKeyHash, at now: Timestamp) throws -> OperatorLink? {
        try first(
            """
            SELECT o.name FROM operator_link AS l LEFT JOIN operator AS o ON o.id = l.operator_id
            WHERE l.hash = $1 AND l.ends_at > $2 AND l.ends_at <= $3 AND \(Self.isOfThisDatabase("l"))
            """,
            [
                .text(hash.rawValue), .integer(now.millisecondsSinceEpoch),
                .integer(SignInTimes.latestLinkEnd(at: now)),
            ]
        ) { OperatorLink(name: try $0.optionalText(0)) }
    }

    fileprivate func operatorSession(_ hash: OperatorKeyHash, at now: Timestamp) throws -> OperatorSession? {
        try operatorSessions("AND s.hash = $3", [.text(hash.rawValue)], at: now).first
    }

    /// Returns the sessions that haven't ended, the newest first.
    ///
    /// - Parameters:
    ///   - condition: which of them, with parameters from `$3` on.
    ///   - values: these parameters.
    fileprivate func operatorSessions(
        _ condition: String = "",
        _ values: [MoveValue] = [],
        at now: Timestamp
    ) throws -> [OperatorSession] {
        try all(
            """
            SELECT s.id, s.created_at, s.used_at, s.application, s.system, \(Operator.columns)
            FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id
            WHERE s.used_at > $1 AND s.used_at <= $2 AND \(Self.isOfThisDatabase("s")) \(condition) ORDER BY s.id DESC
            """,
            [.integer(SignInTimes.latestEnd(at: now)), .integer(SignInTimes.latestUse(at: now))] + values
        ) { row in
            OperatorSession(
                id: OperatorSession.ID(rawValue: try row.positive(0)),
                of: try row.operator(5),
                in: BrowserName(application: try row.optionalText(3), system: try row.optionalText(4)),
                createdAt: try row.timestamp(1),
                usedAt: try row.timestamp(2)
            )
        }
    }
}

/// Until when links and sessions count, in milliseconds since 1970. What is later was stored while the clock was ahead.
private enum SignInTimes {
    /// When the latest link ends.
    static func latestLinkEnd(at now: Timestamp) -> Int64 {
        latestUse(at: now) + OperatorAuthenticator.linkLifetime.components.seconds * 1000
    }

    /// When the latest session was used.
    static func latestUse(at now: Timestamp) -> Int64 {
        now.adding(seconds: SteadyClock.tolerance).millisecondsSinceEpoch
    }

    /// When a session was used last that has just ended.
    static func latestEnd(at now: Timestamp) -> Int64 {
        now.adding(seconds: -3600 * OperatorAuthenticator.idleHours).millisecondsSinceEpoch
    }
}

extension Operator {
    /// The columns that ``StoredRow/operator(_:)`` reads.
    static let columns = "o.id, o.name, o.role, o.created_at"
}

extension StoredRow {
    func `operator`(_ first: Int32) throws -> Operator {
        guard let role = Operator.Role(rawValue: try text(first + 2)) else { throw wrongType(first + 2) }
        return Operator(
            id: Operator.ID(rawValue: try positive(first)),
            name: try nonEmptyText(first + 1),
            role: role,
            createdAt: try timestamp(first + 3)
        )
    }
}
