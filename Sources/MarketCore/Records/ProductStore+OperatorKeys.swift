public import MarketModels

/// The feeds of operators, and the keys that their programs present.
extension ProductStore {
    // MARK: Feeds

    /// Stores the address of an operator's feed, and ends an earlier one.
    ///
    /// - Returns: whether there is such an operator.
    public func setOperatorFeed(
        _ hash: OperatorKeyHash,
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            // Whoever makes another one at once waits.
            try connection.lock(.operators)
            guard let found = try connection.operator(named: name) else { return false }
            try connection.note(.operatorFeedMade, setting: name, by: proof, at: now)
            try connection.execute(
                "DELETE FROM operator_feed WHERE operator_id = $1",
                [.integer(found.id.rawValue)]
            )
            return try connection.execute(
                "INSERT INTO operator_feed (operator_id, hash, created_at) VALUES ($1, $2, $3)",
                [.integer(found.id.rawValue), .text(hash.rawValue), .integer(now.millisecondsSinceEpoch)]
            ) > 0
        }
    }

    /// Ends an operator's feed.
    ///
    /// - Returns: whether there was one.
    public func endOperatorFeed(
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            let count = try connection.execute(
                "DELETE FROM operator_feed WHERE operator_id IN (SELECT id FROM operator WHERE name = $1)",
                [.text(name)]
            )
            guard count > 0 else { return false }
            try connection.note(.operatorFeedEnded, setting: name, by: proof, at: now)
            return true
        }
    }

    /// Returns when a feed was made, or nil if there is none with this address.
    public func operatorFeed(_ hash: OperatorKeyHash) async throws(MarketError) -> Timestamp? {
        try await readRecords { try $0.operatorFeed("f.hash", hash.rawValue) }
    }

    /// Returns when an operator's feed was made, or nil if they have none.
    public func operatorFeed(of name: String) async throws(MarketError) -> Timestamp? {
        try await readRecords { try $0.operatorFeed("o.name", name) }
    }

    // MARK: Keys

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
        try await writeRecords { connection in
            guard let found = try connection.operator(named: holder) else { return nil }
            try connection.execute(
                "INSERT INTO operator_key (hash, operator_id, name, created_at) VALUES ($1, $2, $3, $4)",
                [
                    .text(hash.rawValue), .integer(found.id.rawValue), .text(name),
                    .integer(now.millisecondsSinceEpoch),
                ]
            )
            try connection.note(.operatorKeyMade, setting: holder, reason: name, by: proof, at: now)
            return try connection.operatorKeys("AND k.hash = $1", [.text(hash.rawValue)]).first
        }
    }

    /// Returns a key, or nil if there is none.
    public func operatorKey(_ hash: OperatorKeyHash) async throws(MarketError) -> OperatorKey? {
        try await readRecords { try $0.operatorKeys("AND k.hash = $1", [.text(hash.rawValue)]).first }
    }

    /// Returns all keys, the newest first.
    public func operatorKeys() async throws(MarketError) -> [OperatorKey] {
        try await readRecords { try $0.operatorKeys() }
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
        try await writeRecords { connection in
            guard let key = try connection.operatorKeys("AND k.id = $1", [.integer(id.rawValue)]).first,
                name == nil || name == key.holder.name,
                try connection.execute("DELETE FROM operator_key WHERE id = $1", [.integer(id.rawValue)]) > 0
            else { return false }
            try connection.note(.operatorKeyEnded, setting: key.holder.name, reason: key.name, by: proof, at: now)
            return true
        }
    }
}

extension RecordConnection {
    fileprivate func operatorFeed(_ column: String, _ value: String) throws -> Timestamp? {
        try first(
            """
            SELECT f.created_at FROM operator_feed AS f JOIN operator AS o ON o.id = f.operator_id
            WHERE \(column) = $1 AND \(Self.isOfThisDatabase("f"))
            """,
            [.text(value)]
        ) { try $0.timestamp(0) }
    }

    /// Returns keys, the newest first.
    ///
    /// - Parameters:
    ///   - condition: which keys; empty for all.
    ///   - values: the parameters of the condition.
    fileprivate func operatorKeys(_ condition: String = "", _ values: [MoveValue] = []) throws -> [OperatorKey] {
        try all(
            """
            SELECT k.id, k.name, k.created_at, \(Operator.columns)
            FROM operator_key AS k JOIN operator AS o ON o.id = k.operator_id
            WHERE \(Self.isOfThisDatabase("k")) \(condition) ORDER BY k.id DESC
            """,
            values
        ) { row in
            OperatorKey(
                id: OperatorKey.ID(rawValue: try row.positive(0)),
                of: try row.operator(3),
                named: try row.nonEmptyText(1),
                createdAt: try row.timestamp(2)
            )
        }
    }
}
