public import MarketModels

/// A store of operators, of the links with which they sign in, of their sessions, feeds and keys. What is done about them is logged in the same commit.
///
/// It knows all of these by hashes. Sessions, feeds and keys end when the database is restored or moved, and none of this changes
/// the revision.
public protocol OperatorStore: Sendable {
    /// Returns all operators, in the order in which they were added.
    func operators() async throws(MarketError) -> [Operator]

    /// Adds an operator.
    ///
    /// - Returns: nil if another one has the name.
    func addOperator(
        _ name: String,
        _ role: Operator.Role,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Operator?

    /// Removes an operator, with their links and sessions.
    func removeOperator(
        _ name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorRemoval

    /// Stores a link, and ends an earlier one for the same operator.
    ///
    /// - Parameters:
    ///   - name: whom it is for; nil for the first operator, whom using it makes, which is what the log says.
    ///   - proof: of who makes it; nil for the one for the first operator.
    /// - Returns: whether there is such an operator, or none at all for the first one.
    func addOperatorLink(
        _ hash: OperatorKeyHash,
        for name: String?,
        endsAt end: Timestamp,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Returns a link that can be used, or nil.
    func operatorLink(_ hash: OperatorKeyHash, at now: Timestamp) async throws(MarketError) -> OperatorLink?

    /// Uses a link and begins a session. Of concurrent calls with different sessions, only one succeeds; the same call can be
    /// repeated.
    ///
    /// - Parameter browser: what the browser of the session says that it is.
    /// - Returns: who is signed in; nil if the link can't be used.
    func redeemOperatorLink(
        _ hash: OperatorKeyHash,
        session: OperatorKeyHash,
        in browser: BrowserName,
        at now: Timestamp
    ) async throws(MarketError) -> Operator?

    /// Returns a session that was used within ``OperatorAuthenticator/idleHours``, or nil.
    func operatorSession(_ hash: OperatorKeyHash, at now: Timestamp) async throws(MarketError) -> OperatorSession?

    /// Records that a session is used.
    func useOperatorSession(_ id: OperatorSession.ID, at now: Timestamp) async throws(MarketError)

    /// Returns the sessions that haven't ended, the newest first.
    func operatorSessions(at now: Timestamp) async throws(MarketError) -> [OperatorSession]

    /// Ends a session.
    ///
    /// - Parameters:
    ///   - name: whose session it must be; nil for anybody's.
    ///   - proof: of who ends it. The log leaves out who signs out, or in again, for which it is nil.
    /// - Returns: whether there was one.
    func endOperatorSession(
        _ id: OperatorSession.ID,
        of name: String?,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Stores the address of an operator's feed, and ends an earlier one.
    ///
    /// - Returns: whether there is such an operator.
    func setOperatorFeed(
        _ hash: OperatorKeyHash,
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Ends an operator's feed.
    ///
    /// - Returns: whether there was one.
    func endOperatorFeed(
        of name: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Returns when a feed was made, or nil if there is none with this address.
    func operatorFeed(_ hash: OperatorKeyHash) async throws(MarketError) -> Timestamp?

    /// Returns when an operator's feed was made, or nil if they have none.
    func operatorFeed(of name: String) async throws(MarketError) -> Timestamp?

    /// Adds a key of an operator.
    ///
    /// - Returns: nil if there is no operator with this name.
    func addOperatorKey(
        _ hash: OperatorKeyHash,
        named name: String,
        of holder: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> OperatorKey?

    /// Returns a key, or nil if there is none.
    func operatorKey(_ hash: OperatorKeyHash) async throws(MarketError) -> OperatorKey?

    /// Returns all keys, the newest first.
    func operatorKeys() async throws(MarketError) -> [OperatorKey]

    /// Ends a key.
    ///
    /// - Parameter name: whose key it must be; nil for anybody's.
    /// - Returns: whether there was one.
    func endOperatorKey(
        _ id: OperatorKey.ID,
        of name: String?,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool
}

/// The hash of a link, of a session, of a key or of the address of a feed of operators, in hexadecimal digits.
public struct OperatorKeyHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A link with which an operator signs in.
public struct OperatorLink: Hashable, Sendable {
    /// Whom it is for; nil for the first operator.
    public let name: String?

    public init(name: String?) { self.name = name }
}

/// What became of the removal of an operator.
public enum OperatorRemoval: Hashable, Sendable {
    case removed, unknown
    /// It is the last one who may do everything.
    case last
}
