package import MarketModels

/// The operators, links, sessions, feeds and keys of a store. The statements are the same in every store.
package struct OperatorRecords<Connection: RecordConnection> {
    private static var operatorColumns: String { "o.id, o.name, o.role, o.created_at" }
    private static var sessionColumns: String { "s.id, s.created_at, s.used_at, s.application, s.system" }

    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    // MARK: Operators

    package func operators() throws -> [Operator] {
        try connection.all("SELECT \(Self.operatorColumns) FROM operator AS o ORDER BY o.id", []) { try $0.operator(0) }
    }

    private func `operator`(named name: String) throws -> Operator? {
        try connection.first("SELECT \(Self.operatorColumns) FROM operator AS o WHERE o.name = $1", [.text(name)]) {
            try $0.operator(0)
        }
    }

    package func add(
        _ name: String,
        _ role: Operator.Role,
        by proof: OperatorProof?,
        at now: Timestamp
    ) throws -> Operator? {
        let count = try connection.execute(
            "INSERT INTO operator (name, role, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
            [.text(name), .text(role.rawValue), .integer(now.millisecondsSinceEpoch)]
        )
        guard count > 0 else { return nil }
        // The link for the first operator is worth nothing any more.
        try connection.execute("DELETE FROM operator_link WHERE operator_id IS NULL", [])
        try note(role == .operator ? .operatorAdded : .moderatorAdded, name, by: proof, at: now)
        return try self.operator(named: name)
    }

    package func remove(_ name: String, by proof: OperatorProof, at now: Timestamp) throws -> OperatorRemoval {
        try connection.lock(.operators)
        guard let found = try self.operator(named: name) else { return .unknown }
        if found.role == .operator, try operators().count(where: { $0.role == .operator }) == 1 { return .last }
        // Links and sessions are deleted by cascade.
        try connection.execute("DELETE FROM operator WHERE id = $1", [.integer(found.id.rawValue)])
        try note(.operatorRemoved, name, by: proof, at: now)
        return .removed
    }

    /// Notes what was done about an operator. Unlike the operator, the entry stays.
    private func note(
        _ action: ModerationEntry.Action,
        _ name: String,
        key: String = "",
        by proof: OperatorProof?,
        at now: Timestamp
    ) throws {
        try connection.note(action, setting: name, reason: key, by: proof, at: now)
    }

    // MARK: Links

    package func addLink(
        _ hash: OperatorKeyHash,
        for name: String?,
        endsAt end: Timestamp,
        by proof: OperatorProof?,
        at now: Timestamp
    ) throws -> Bool {
        var id: Operator.ID?
        if let name {
            guard let found = try self.operator(named: name) else { return false }
            id = found.id
            try connection.execute("DELETE FROM operator_link WHERE operator_id = $1", [.integer(found.id.rawValue)])
            try note(.operatorLinkMade, name, by: proof, at: now)
        } else {
            guard try operators().isEmpty else { return false }
        }
        try connection.execute(
            "INSERT INTO operator_link (hash, operator_id, ends_at) VALUES ($1, $2, $3)",
            [.text(hash.rawValue), .init(id?.rawValue), .integer(end.millisecondsSinceEpoch)]
        )
        return true
    }

    package func link(_ hash: OperatorKeyHash, at now: Timestamp) throws -> OperatorLink? {
        try connection.first(
            """
            SELECT o.name FROM operator_link AS l LEFT JOIN operator AS o ON o.id = l.operator_id
            WHERE l.hash = $1 AND l.ends_at > $2 AND l.ends_at <= $3 AND \(Connection.isOfThisDatabase("l"))
            """,
            [.text(hash.rawValue), .integer(now.millisecondsSinceEpoch), .integer(Self.latestLinkEnd(at: now))]
        ) { OperatorLink(name: try $0.optionalText(0)) }
    }

    package func redeem(
        _ hash: OperatorKeyHash,
        session: OperatorKeyHash,
        in browser: BrowserName,
        at now: Timestamp
    ) throws -> Operator? {
        if let known = try self.session(session, at: now) { return known.holder }
        try connection.lock(.operators)
        guard let link = try link(hash, at: now) else { return nil }
        let count = try connection.execute("DELETE FROM operator_link WHERE hash = $1", [.text(hash.rawValue)])
        guard count > 0 else { return nil }
        let holder =
            if let name = link.name { try self.operator(named: name) } else {
                try operators().isEmpty ? add(OperatorAuthenticator.firstName, .operator, by: nil, at: now) : nil
            }
        guard let holder else { return nil }
        try connection.execute(
            "DELETE FROM operator_link WHERE ends_at <= $1 OR ends_at > $2",
            [.integer(now.millisecondsSinceEpoch), .integer(Self.latestLinkEnd(at: now))]
        )
        try connection.execute(
            "DELETE FROM operator_session WHERE used_at <= $1 OR used_at > $2",
            [.integer(Self.latestEnd(at: now)), .integer(Self.latestUse(at: now))]
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

    /// When the latest link ends. Those that end later were made while the clock was ahead.
    private static func latestLinkEnd(at now: Timestamp) -> Int64 {
        latestUse(at: now) + OperatorAuthenticator.linkLifetime.components.seconds * 1000
    }

    // MARK: Sessions

    /// When the latest session was used. Those that were used later were used while the clock was ahead.
    private static func latestUse(at now: Timestamp) -> Int64 {
        now.adding(seconds: SteadyClock.tolerance).millisecondsSinceEpoch
    }

    /// When a session was used last that has just ended.
    private static func latestEnd(at now: Timestamp) -> Int64 {
        now.adding(seconds: -3600 * OperatorAuthenticator.idleHours).millisecondsSinceEpoch
    }

    package func session(_ hash: OperatorKeyHash, at now: Timestamp) throws -> OperatorSession? {
        try connection.first(
            """
            SELECT \(Self.sessionColumns), \(Self.operatorColumns)
            FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id
            WHERE s.hash = $1 AND s.used_at > $2 AND s.used_at <= $3 AND \(Connection.isOfThisDatabase("s"))
            """,
            [.text(hash.rawValue), .integer(Self.latestEnd(at: now)), .integer(Self.latestUse(at: now))]
        ) { try $0.session() }
    }

    package func use(_ id: OperatorSession.ID, at now: Timestamp) throws {
        try connection.execute(
            "UPDATE operator_session SET used_at = $1 WHERE id = $2 AND used_at < $1",
            [.integer(now.millisecondsSinceEpoch), .integer(id.rawValue)]
        )
    }

    package func sessions(at now: Timestamp) throws -> [OperatorSession] {
        try connection.all(
            """
            SELECT \(Self.sessionColumns), \(Self.operatorColumns)
            FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id
            WHERE s.used_at > $1 AND s.used_at <= $2 AND \(Connection.isOfThisDatabase("s")) ORDER BY s.id DESC
            """,
            [.integer(Self.latestEnd(at: now)), .integer(Self.latestUse(at: now))]
        ) { try $0.session() }
    }

    package func end(
        _ id: OperatorSession.ID,
        of name: String?,
        by proof: OperatorProof?,
        at now: Timestamp
    ) throws -> Bool {
        let holder = try connection.first(
            "SELECT o.name FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id WHERE s.id = $1",
            [.integer(id.rawValue)]
        ) { try $0.nonEmptyText(0) }
        guard let holder, name == nil || name == holder,
            try connection.execute("DELETE FROM operator_session WHERE id = $1", [.integer(id.rawValue)]) > 0
        else { return false }
        if let proof, proof.session?.id != id { try note(.operatorSessionEnded, holder, by: proof, at: now) }
        return true
    }

    // MARK: Feeds

    package func setFeed(
        _ hash: OperatorKeyHash,
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        // Whoever makes another one at once waits.
        try connection.lock(.operators)
        guard let found = try self.operator(named: name) else { return false }
        try note(.operatorFeedMade, name, by: proof, at: now)
        try connection.execute("DELETE FROM operator_feed WHERE operator_id = $1", [.integer(found.id.rawValue)])
        return try connection.execute(
            "INSERT INTO operator_feed (operator_id, hash, created_at) VALUES ($1, $2, $3)",
            [.integer(found.id.rawValue), .text(hash.rawValue), .integer(now.millisecondsSinceEpoch)]
        ) > 0
    }

    package func endFeed(of name: String, by proof: OperatorProof, at now: Timestamp) throws -> Bool {
        let count = try connection.execute(
            "DELETE FROM operator_feed WHERE operator_id IN (SELECT id FROM operator WHERE name = $1)",
            [.text(name)]
        )
        guard count > 0 else { return false }
        try note(.operatorFeedEnded, name, by: proof, at: now)
        return true
    }

    package func feed(_ hash: OperatorKeyHash) throws -> Timestamp? {
        try connection.first(
            "SELECT f.created_at FROM operator_feed AS f WHERE f.hash = $1 AND \(Connection.isOfThisDatabase("f"))",
            [.text(hash.rawValue)]
        ) { try $0.timestamp(0) }
    }

    package func feed(of name: String) throws -> Timestamp? {
        try connection.first(
            """
            SELECT f.created_at FROM operator_feed AS f JOIN operator AS o ON o.id = f.operator_id
            WHERE o.name = $1 AND \(Connection.isOfThisDatabase("f"))
            """,
            [.text(name)]
        ) { try $0.timestamp(0) }
    }

    // MARK: Keys

    private static var keys: String {
        """
        SELECT k.id, k.name, k.created_at, \(operatorColumns)
        FROM operator_key AS k JOIN operator AS o ON o.id = k.operator_id WHERE \(Connection.isOfThisDatabase("k"))
        """
    }

    package func addKey(
        _ hash: OperatorKeyHash,
        named name: String,
        of holder: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> OperatorKey? {
        guard let found = try self.operator(named: holder) else { return nil }
        try connection.execute(
            "INSERT INTO operator_key (hash, operator_id, name, created_at) VALUES ($1, $2, $3, $4)",
            [
                .text(hash.rawValue), .integer(found.id.rawValue), .text(name),
                .integer(now.millisecondsSinceEpoch),
            ]
        )
        try note(.operatorKeyMade, holder, key: name, by: proof, at: now)
        return try key(hash)
    }

    package func key(_ hash: OperatorKeyHash) throws -> OperatorKey? {
        try connection.first("\(Self.keys) AND k.hash = $1", [.text(hash.rawValue)]) { try $0.key() }
    }

    package func allKeys() throws -> [OperatorKey] {
        try connection.all("\(Self.keys) ORDER BY k.id DESC", []) { try $0.key() }
    }

    package func endKey(
        _ id: OperatorKey.ID,
        of name: String?,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        guard let key = try connection.first("\(Self.keys) AND k.id = $1", [.integer(id.rawValue)], { try $0.key() }),
            name == nil || name == key.holder.name,
            try connection.execute("DELETE FROM operator_key WHERE id = $1", [.integer(id.rawValue)]) > 0
        else { return false }
        try note(.operatorKeyEnded, key.holder.name, key: key.name, by: proof, at: now)
        return true
    }
}

extension StoredRow {
    fileprivate func `operator`(_ first: Int32) throws -> Operator {
        guard let role = Operator.Role(rawValue: try text(first + 2)) else { throw wrongType(first + 2) }
        return Operator(
            id: Operator.ID(rawValue: try positive(first)),
            name: try nonEmptyText(first + 1),
            role: role,
            createdAt: try timestamp(first + 3)
        )
    }

    fileprivate func key() throws -> OperatorKey {
        OperatorKey(
            id: OperatorKey.ID(rawValue: try positive(0)),
            of: try self.operator(3),
            named: try nonEmptyText(1),
            createdAt: try timestamp(2)
        )
    }

    fileprivate func session() throws -> OperatorSession {
        OperatorSession(
            id: OperatorSession.ID(rawValue: try positive(0)),
            of: try self.operator(5),
            in: BrowserName(application: try optionalText(3), system: try optionalText(4)),
            createdAt: try timestamp(1),
            usedAt: try timestamp(2)
        )
    }
}
