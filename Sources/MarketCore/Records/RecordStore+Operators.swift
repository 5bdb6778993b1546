package import MarketModels

extension RecordStore {
    public func operators() async throws(MarketError) -> [Operator] {
        try await readRecords { try $0.operators.operators() }
    }

    public func addOperator(
        _ name: String,
        _ role: Operator.Role,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Operator? {
        try await writeRecords { try $0.operators.add(name, role, by: proof, at: now) }
    }

    public func removeOperator(
        _ name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorRemoval {
        try await writeRecords { try $0.operators.remove(name, by: proof, at: now) }
    }

    public func addOperatorLink(
        _ hash: OperatorKeyHash,
        for name: String?,
        endsAt end: Timestamp,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.addLink(hash, for: name, endsAt: end, by: proof, at: now) }
    }

    public func operatorLink(
        _ hash: OperatorKeyHash,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorLink? {
        try await readRecords { try $0.operators.link(hash, at: now) }
    }

    public func redeemOperatorLink(
        _ hash: OperatorKeyHash,
        session: OperatorKeyHash,
        in browser: BrowserName,
        at now: Timestamp
    ) async throws(MarketError) -> Operator? {
        try await writeRecords { try $0.operators.redeem(hash, session: session, in: browser, at: now) }
    }

    public func operatorSession(
        _ hash: OperatorKeyHash,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorSession? {
        try await readRecords { try $0.operators.session(hash, at: now) }
    }

    public func useOperatorSession(_ id: OperatorSession.ID, at now: Timestamp) async throws(MarketError) {
        try await writeRecords { try $0.operators.use(id, at: now) }
    }

    public func operatorSessions(at now: Timestamp) async throws(MarketError) -> [OperatorSession] {
        try await readRecords { try $0.operators.sessions(at: now) }
    }

    public func endOperatorSession(
        _ id: OperatorSession.ID,
        of name: String?,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.end(id, of: name, by: proof, at: now) }
    }

    public func setOperatorFeed(
        _ hash: OperatorKeyHash,
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.setFeed(hash, of: name, by: proof, at: now) }
    }

    public func endOperatorFeed(
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.endFeed(of: name, by: proof, at: now) }
    }

    public func operatorFeed(_ hash: OperatorKeyHash) async throws(MarketError) -> Timestamp? {
        try await readRecords { try $0.operators.feed(hash) }
    }

    public func operatorFeed(of name: String) async throws(MarketError) -> Timestamp? {
        try await readRecords { try $0.operators.feed(of: name) }
    }

    public func addOperatorKey(
        _ hash: OperatorKeyHash,
        named name: String,
        of holder: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorKey? {
        try await writeRecords { try $0.operators.addKey(hash, named: name, of: holder, by: proof, at: now) }
    }

    public func operatorKey(_ hash: OperatorKeyHash) async throws(MarketError) -> OperatorKey? {
        try await readRecords { try $0.operators.key(hash) }
    }

    public func operatorKeys() async throws(MarketError) -> [OperatorKey] {
        try await readRecords { try $0.operators.allKeys() }
    }

    public func endOperatorKey(
        _ id: OperatorKey.ID,
        of name: String?,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.operators.endKey(id, of: name, by: proof, at: now) }
    }
}
