internal import MarketHashing
public import MarketModels
internal import Synchronization

/// Proof that somebody moderates the market: that they are signed in, hold an operator's key, or may open its data folder.
///
/// Functions that return reports, the log, and listings that only their sellers see otherwise take one. Only
/// ``OperatorAuthenticator`` makes proofs, and nothing outside this file can.
public struct OperatorProof: Hashable, Sendable {
    public let role: Operator.Role
    /// The session; nil for a key and for the command line.
    public let session: OperatorSession?
    /// The key; nil for a session and for the command line.
    public let key: OperatorKey?

    fileprivate init(_ role: Operator.Role, _ session: OperatorSession?, _ key: OperatorKey? = nil) {
        self.role = role
        self.session = session
        self.key = key
    }

    /// The operator's name, for the log; nil for the command line.
    public var name: String? { (session?.holder ?? key?.holder)?.name }

    /// - Throws: ``OperatorProblem/notPermitted`` for an operator with another name.
    func requireOneself(_ name: String) throws(MarketError) {
        guard name == self.name || self.name == nil else { throw .operators(.notPermitted) }
    }

    /// - Throws: ``OperatorProblem/notPermitted`` for a moderator.
    func requireOperator() throws(MarketError) {
        guard role == .operator else { throw .operators(.notPermitted) }
    }
}

/// Proof that somebody who moderates the market has signed in within the last hour.
///
/// Functions that say who may do what, change the settings, or do what can't be undone take one. Only
/// ``OperatorAuthenticator/recent(_:)`` makes proofs, and nothing outside this file can.
public struct RecentOperatorProof: Hashable, Sendable {
    /// The proof without the time.
    public let proof: OperatorProof

    fileprivate init(_ proof: OperatorProof) { self.proof = proof }
}

/// Proof that somebody knows the address of an operator's feed, which shows what waits and nothing else.
///
/// Only ``OperatorAuthenticator/feed(_:from:)`` makes proofs, and nothing outside this file can.
public struct OperatorFeedProof: Hashable, Sendable {
    /// When the address was made.
    public let madeAt: Timestamp

    fileprivate init(madeAt: Timestamp) { self.madeAt = madeAt }
}

/// Signs operators in with one-time links, and makes the proofs of their sessions, keys and feeds.
///
/// Links, sessions, keys and the addresses of feeds are random texts of 128 bits, of which the store has only hashes. Wrong
/// ones are limited by network; the right one is never refused, whatever neighbors do.
public struct OperatorAuthenticator: Sendable {
    /// The time within which a link must be used.
    public static let linkLifetime = Duration.seconds(600)
    /// The time after which a session ends that isn't used.
    public static let idleHours: Int64 = 12
    /// The time after a sign-in within which an operator may do what asks for a recent one.
    public static let recentMinutes: Int64 = 60
    /// The name of the operator whom the link of a market without operators makes.
    public static let firstName = "operator"

    /// The proof of whoever may open the data folder or the database, whose permissions are the check. Only
    /// `AdminService` uses it (`Scripts/check-proofs.sh`).
    public static let commandLine = OperatorProof(.operator, nil)
    /// The same proof for what asks for a recent sign-in.
    public static let recentCommandLine = RecentOperatorProof(commandLine)

    private let store: any ProductStore
    private let guesses: ClientBudget
    private let clock: any WallClock
    private let countedSessions = CountedSessions()

    /// - Parameter guesses: pays for wrong links, sessions, keys and feeds.
    public init(store: any ProductStore, guesses: ClientBudget, clock: any WallClock) {
        self.store = store
        self.guesses = guesses
        self.clock = clock
    }

    // MARK: Links

    /// Makes a link with which an operator signs in, and ends an earlier one of the same operator.
    ///
    /// - Parameter proof: of an operator.
    /// - Returns: the token of the link: 32 hexadecimal digits.
    public func makeLink(for name: String, by proof: RecentOperatorProof) async throws(MarketError) -> String {
        try proof.proof.requireOperator()
        let token = String.randomToken()
        guard try await addLink(token, for: name, by: proof.proof) else { throw .operators(.unknownOperator) }
        return token
    }

    /// Makes a link for whoever runs a market that has no operator yet. It makes the first one, and is worth nothing once
    /// there is another.
    ///
    /// - Returns: the token of the link; nil if there is an operator.
    public func makeFirstLink() async throws(MarketError) -> String? {
        guard try await store.operators().isEmpty else { return nil }
        let token = String.randomToken()
        return try await addLink(token, for: nil, by: nil) ? token : nil
    }

    private func addLink(
        _ token: String,
        for name: String?,
        by proof: OperatorProof?
    ) async throws(MarketError) -> Bool {
        let now = clock.now
        return try await store.addOperatorLink(
            Self.hash(of: .link, token),
            for: name,
            endsAt: now.adding(seconds: Self.linkLifetime.components.seconds),
            by: proof,
            at: now
        )
    }

    /// Returns for whom a link is, without using it; nil if it has ended, was used or never existed.
    public func name(
        ofLink token: String,
        from client: ClientAddress
    ) async throws(MarketError) -> String? {
        let link = try await store.operatorLink(Self.hash(of: .link, token), at: clock.now)
        guard let link else {
            try await guesses.countGuess(from: client)
            return nil
        }
        return link.name ?? Self.firstName
    }

    /// Uses a link, which ends it for all other browsers. The browser that has used it may repeat that, because a response may
    /// get lost.
    ///
    /// - Parameters:
    ///   - browser: a secret that only this browser has.
    ///   - name: what the browser says that it is.
    ///   - former: the token of the session that the browser had so far, which ends.
    /// - Returns: the token of the session; nil if the link has ended, was used by another browser or never existed.
    public func signIn(
        withLink token: String,
        in browser: String,
        named name: BrowserName,
        insteadOf former: String? = nil,
        from client: ClientAddress
    ) async throws(MarketError) -> (session: String, name: String)? {
        let session = BLAKE2b.digits(of: ["operator sign-in", token.lowercased(), browser], byteCount: 16)
        let holder = try await store.redeemOperatorLink(
            Self.hash(of: .link, token),
            session: Self.hash(of: .session, session),
            in: name,
            at: clock.now
        )
        guard let holder else {
            try await guesses.countGuess(from: client)
            return nil
        }
        // The browser has forgotten it. If it can't be ended now, it ends when it hasn't been used.
        if let former, former != session,
            let left = try? await store.operatorSession(Self.hash(of: .session, former), at: clock.now)
        {
            _ = try? await store.endOperatorSession(left.id, of: nil, by: nil, at: clock.now)
        }
        return (session, holder.name)
    }

    // MARK: Sessions

    /// Checks the session of a browser. One that has ended is counted once: its browser sends it with every picture of a page.
    ///
    /// - Returns: proof, or nil if it has none, or one that has ended.
    /// - Throws: ``MarketError/tooManyRequests(retryAfterSeconds:)`` after too many different ones.
    public func session(_ token: String?, from client: ClientAddress) async throws(MarketError) -> OperatorProof? {
        guard let token else { return nil }
        let now = clock.now
        let hash = Self.hash(of: .session, token)
        let session = try await store.operatorSession(hash, at: now)
        guard let session else {
            guard countedSessions.add(hash) else { return nil }
            do throws(MarketError) {
                try await guesses.countGuess(from: client)
            } catch {
                countedSessions.remove(hash)
                throw error
            }
            return nil
        }
        // When it was used is known to a few minutes, so that looking at a page writes nothing. If it can't be written, a
        // session ends early.
        if now >= session.usedAt.adding(seconds: 300) { try? await store.useOperatorSession(session.id, at: now) }
        return OperatorProof(session.holder.role, session)
    }

    /// Checks that a session began within ``recentMinutes``. Whoever may open the data folder needs no session.
    ///
    /// - Throws: ``OperatorProblem/signInTooOld``, or ``OperatorProblem/notPermitted`` for a key.
    public func recent(_ proof: OperatorProof) throws(MarketError) -> RecentOperatorProof {
        guard proof.key == nil else { throw .operators(.notPermitted) }
        if let session = proof.session, clock.now >= session.createdAt.adding(seconds: 60 * Self.recentMinutes) {
            throw .operators(.signInTooOld)
        }
        return RecentOperatorProof(proof)
    }

    // MARK: Keys

    /// Makes a key with which programs do what an operator does.
    ///
    /// - Parameters:
    ///   - name: what it is for.
    ///   - holder: whose key it is.
    ///   - proof: of the same operator, or of the command line.
    /// - Returns: the key, and its token: 32 hexadecimal digits.
    public func makeKey(
        named name: String,
        for holder: String,
        by proof: RecentOperatorProof
    ) async throws(MarketError) -> (key: OperatorKey, token: String) {
        try proof.proof.requireOneself(holder)
        let checkedName: String
        do throws(OperatorProblem) { checkedName = try Operator.checkedName(name) } catch { throw .operators(error) }
        let token = String.randomToken()
        let key = try await store.addOperatorKey(
            Self.hash(of: .key, token),
            named: checkedName,
            of: holder,
            by: proof.proof,
            at: clock.now
        )
        guard let key else { throw .operators(.unknownOperator) }
        return (key, token)
    }

    /// Checks the token of a key.
    ///
    /// - Returns: proof with the role that the operator has by now, or nil if the key has ended or never existed.
    public func key(_ token: String, from client: ClientAddress) async throws(MarketError) -> OperatorProof? {
        let key = try await store.operatorKey(Self.hash(of: .key, token))
        if let key { return OperatorProof(key.holder.role, nil, key) }
        try await guesses.countGuess(from: client)
        return nil
    }

    // MARK: Feeds

    /// Makes the address of an operator's feed, and ends an earlier one of the same operator.
    ///
    /// - Parameters:
    ///   - name: whose feed it is.
    ///   - proof: of the same operator, or of the command line.
    /// - Returns: the token in the address: 32 hexadecimal digits.
    public func makeFeed(for name: String, by proof: OperatorProof) async throws(MarketError) -> String {
        try proof.requireOneself(name)
        let token = String.randomToken()
        let hash = Self.hash(of: .feed, token)
        guard try await store.setOperatorFeed(hash, of: name, by: proof, at: clock.now) else {
            throw .operators(.unknownOperator)
        }
        return token
    }

    /// Checks the token in the address of a feed.
    ///
    /// - Returns: proof, or nil if it has ended or never existed.
    public func feed(_ token: String, from client: ClientAddress) async throws(MarketError) -> OperatorFeedProof? {
        let madeAt = try await store.operatorFeed(Self.hash(of: .feed, token))
        if let madeAt { return OperatorFeedProof(madeAt: madeAt) }
        try await guesses.countGuess(from: client)
        return nil
    }

    /// What a random text is for.
    private enum Use: String {
        case link, session, key, feed
    }

    private static func hash(of use: Use, _ token: String) -> OperatorKeyHash {
        // Links, keys and addresses are sometimes passed on in capital letters.
        let text = use == .session ? token : token.lowercased()
        return OperatorKeyHash(rawValue: BLAKE2b.digits(of: ["operator \(use.rawValue)", text], byteCount: 32))
    }
}

/// The sessions that were counted as guesses lately. Who repeats one has guessed nothing more.
private final class CountedSessions: Sendable {
    private static let capacity = 1000

    private let hashes = Mutex<Set<OperatorKeyHash>>([])

    /// - Returns: whether it wasn't there.
    func add(_ hash: OperatorKeyHash) -> Bool {
        hashes.withLock { hashes in
            if hashes.count >= Self.capacity { hashes.removeFirst() }
            return hashes.insert(hash).inserted
        }
    }

    func remove(_ hash: OperatorKeyHash) { _ = hashes.withLock { $0.remove(hash) } }
}
