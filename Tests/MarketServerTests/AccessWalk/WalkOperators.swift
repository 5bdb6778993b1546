import MarketCore
import MarketModels
import TestMarkets
import Testing

@testable import MarketServer

/// The operators of the market through which the walk goes, and what they have got.
struct WalkOperators: Sendable {
    /// The name of an operator, which only operators see.
    static let name = "qz-name-of-an-operator"

    /// The text of a page that isn't published.
    static let draft = "qz-text-of-a-draft"

    /// The tokens of sessions.
    let `operator`: String
    let moderator: String
    /// That of an operator who has signed in more than an hour ago.
    let early: String
    let ended: String
    let idle: String
    let removed: String
    /// A link that nobody has used, and one that was used.
    let link: String
    let usedLink: String
    /// An invitation that nobody has accepted, one that somebody has, and one that was revoked.
    let invitation: String
    let acceptedInvitation: String
    let revokedInvitation: String
    /// The address of a feed, one that was replaced, and that of an operator who is gone.
    let feed: String
    let replacedFeed: String
    let feedOfRemoved: String
    /// A key of a moderator, one that was ended, and that of an operator who is gone.
    let key: String
    let endedKey: String
    let keyOfRemoved: String

    /// - Parameters:
    ///   - idle: the token of a session that hasn't been used for a long time.
    ///   - early: the token of one that began more than an hour ago.
    init(_ market: TestMarket, idle: String, early: String) async throws {
        let manage = market.services.manageOperators
        let commandLine = OperatorAuthenticator.commandLine
        let recent = OperatorAuthenticator.recentCommandLine
        self.idle = idle
        let imprint = MarketPage.ID(.imprint, in: .korean)
        try await market.services.editProfile.setPage(imprint, to: Self.draft, by: recent)
        self.early = early
        // It is in use, so that the walk need not write that down.
        try #require(try await market.services.operatorAuthenticator.session(early, from: .unknown) != nil)
        `operator` = try await TestBrowser(market).signIn(as: Self.name, .operator)
        moderator = try await TestBrowser(market).signIn(as: "a moderator", .moderator)
        ended = try await TestBrowser(market).signIn(as: "an ended one", .operator)
        let sessions = try await manage.sessions(for: commandLine)
        let last = try #require(sessions.first { $0.holder.name == "an ended one" })
        try #require(try await manage.end(last.id, by: commandLine))
        removed = try await TestBrowser(market).signIn(as: "a removed one", .operator)
        let authenticator = market.services.operatorAuthenticator
        feedOfRemoved = try await authenticator.makeFeed(for: "a removed one", by: commandLine)
        keyOfRemoved = try await authenticator.makeKey(named: "gone", for: "a removed one", by: recent).token
        key = try await authenticator.makeKey(named: "a key", for: "a moderator", by: recent).token
        let ended = try await authenticator.makeKey(named: "an ended key", for: "a moderator", by: recent)
        endedKey = ended.token
        try #require(try await manage.endKey(ended.key.id, by: commandLine))
        replacedFeed = try await authenticator.makeFeed(for: "a moderator", by: commandLine)
        feed = try await authenticator.makeFeed(for: "a moderator", by: commandLine)
        try await manage.remove("a removed one", by: recent)
        (_, usedLink) = try await manage.add("a new one", .moderator, by: recent)
        let browser = String(repeating: "b", count: 32)
        let client = ClientAddress.unknown
        let signedIn = try await market.services.operatorAuthenticator.signIn(
            withLink: usedLink,
            in: browser,
            named: BrowserName(),
            from: client
        )
        try #require(signedIn != nil)
        let invite = market.services.inviteSellers
        let session = try await market.services.operatorAuthenticator.session(`operator`, from: client)
        let proof = try #require(session)
        _ = try await market.services.moderateListings.setBlocked(true, contact: "nobody77", reason: "why", by: proof)
        invitation = try await invite.invite("an invited seller", by: proof).token
        acceptedInvitation = try await invite.invite("a seller who was invited", by: proof).token
        try #require(try await invite.accept(acceptedInvitation, for: browser, from: client) != nil)
        let revoked = try await invite.invite("a seller who isn't invited any more", by: proof)
        revokedInvitation = revoked.token
        try await invite.revoke(revoked.invitation.id, by: proof)
        link = try await market.services.operatorAuthenticator.makeLink(for: "a new one", by: recent)
    }

    /// Returns proof of the operator's session.
    func proof(_ market: TestMarket) async throws -> OperatorProof? {
        try await market.services.operatorAuthenticator.session(`operator`, from: .unknown)
    }
}

extension TestBrowser {
    /// Adds an operator, and signs in with their link.
    ///
    /// - Returns: the token of the session.
    @discardableResult
    func signIn(as name: String, _ role: Operator.Role) async throws -> String {
        let proof = OperatorAuthenticator.recentCommandLine
        let (_, link) = try await market.services.manageOperators.add(name, role, by: proof)
        return try await signIn(withLink: link)
    }

    /// Signs in with a link.
    @discardableResult
    func signIn(withLink link: String) async throws -> String {
        let page = try await open("/operator/in?token=\(link)")
        let fields = [("csrf", try #require(page.hidden("csrf"))), ("token", try #require(page.hidden("token")))]
        try #require(try await post("/operator/in", fields).status == 303)
        return try #require(cookies["operator"])
    }
}
