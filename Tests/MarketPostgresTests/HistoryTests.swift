import MarketCore
import MarketModels
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

/// What processes do when the numbers of transactions that they remember are given again.
@Suite("Histories of a market in PostgreSQL", .timeLimit(.minutes(5)))
struct HistoryTests {
    /// As after a crash, which empties the table, after a dump, which brings the row of another transaction, and after a copy
    /// of the files or of the database.
    @Test(arguments: [
        "TRUNCATE change_history", "UPDATE change_history SET history = history",
        "UPDATE database_incarnation SET id = id", "DELETE FROM database_incarnation",
        "UPDATE database_incarnation SET database = 1, written_by = pg_current_xact_id()::xid",
        "UPDATE database_incarnation SET system_identifier = 1, written_by = pg_current_xact_id()::xid",
    ])
    func eachProcessForgetsWhatItKnew(loss: String) async throws {
        try await withStores { first, second, connection in
            let product = try await first.sampleProduct()
            try await wait { second.revision == first.revision }
            let (before, history) = (first.revision, first.mirror.base.history)
            try connection.execute(loss)
            try await wait { first.mirror.base.history != history && second.mirror.base.history != history }
            #expect(first.mirror.base.history == second.mirror.base.history)
            #expect(min(first.revision, second.revision) > before)
            // Products that were encoded before aren't confirmed by their versions.
            #expect(min(first.siteRevision, second.siteRevision) > before)
            let known = first.revision
            _ = try await second.delete(product.id, at: moment)
            try await wait { first.revision == second.revision }
            #expect(first.revision.rawValue == known.rawValue + 1)
        }
    }

    /// A dump brings links that have been used or revoked since.
    @Test func linksEndInACopyOfTheDatabase() async throws {
        let cluster = try await TestCluster.shared()
        let address = try cluster.database()
        func open(_ address: String) async throws -> PostgresProductStore {
            var settings = try PostgresSettings(address: address)
            settings.lengthenTimeouts()
            return try await PostgresProductStore(settings: settings)
        }
        let store = try await open(address)
        let proof = OperatorAuthenticator.commandLine
        let link = OperatorKeyHash(rawValue: "link")
        let invitation = InvitationHash(rawValue: "invitation")
        let (tenMinutes, week) = (moment.adding(seconds: 600), moment.adding(days: 7))
        let seller = try await store.sampleProduct().vendor.id
        _ = try await store.addOperator("Kim", .operator, by: OperatorAuthenticator.commandLine, at: moment)
        #expect(try await store.addOperatorLink(link, for: "Kim", endsAt: tenMinutes, by: nil, at: moment))
        _ = try await store.addInvitation(invitation, for: seller, endsAt: week, by: proof, at: moment)
        #expect(try await store.operatorLink(link, at: moment) != nil)
        #expect(try await store.invitedSeller(invitation, for: nil, at: moment) != nil)
        try await store.close()
        let copy = try await open(cluster.copy(of: address))
        let browser = BrowserDigest(rawValue: "browser")
        #expect(try await copy.operatorLink(link, at: moment) == nil)
        #expect(
            try await copy.redeemOperatorLink(
                link,
                session: OperatorKeyHash(rawValue: "s"),
                in: BrowserName(),
                at: moment
            ) == nil
        )
        #expect(try await copy.invitedSeller(invitation, for: nil, at: moment) == nil)
        #expect(try await copy.acceptInvitation(invitation, for: browser, at: moment) == nil)
        #expect(try await copy.invitations(after: nil, limit: 9, for: proof).map { $0.state(at: moment) } != [.open])
        // Those that are made there work.
        let another = InvitationHash(rawValue: "another")
        _ = try await copy.addInvitation(another, for: seller, endsAt: week, by: proof, at: moment)
        #expect(try await copy.acceptInvitation(another, for: browser, at: moment)?.vendor.id == seller)
        try await copy.close()
    }

    /// The history began on this server, and the process knows higher numbers: the files are an older copy.
    @Test func numbersThatGoBackBeginAHistory() async throws {
        try await withStores { store, other, connection in
            let key = OperatorKeyHash(rawValue: "key")
            let proof = OperatorAuthenticator.commandLine
            _ = try await store.addOperator("Kim", .operator, by: proof, at: moment)
            #expect(try await store.addOperatorKey(key, named: "program", of: "Kim", by: proof, at: moment) != nil)
            let base = store.mirror.base
            let ahead = RevisionBase(history: base.history, count: base.count, horizon: base.horizon + 1_000_000)
            let state = try ChangeReader(connection: connection).state(since: ahead, known: store.revision)
            #expect(state.base.history != base.history)
            try await wait { store.mirror.base.history == state.base.history && other.revision == store.revision }
            #expect(try await other.operatorKey(key) == nil)
        }
    }

    /// One process has told revisions that are lost, and the server's clock is behind.
    @Test func revisionsGoBackForNobody() async throws {
        try await withStores { store, other, connection in
            let told = Revision(rawValue: store.revision.rawValue + 1_000_000_000_000)
            let base = store.mirror.base
            #expect(store.mirror.update(ChangeReader.State(base: base, revision: told), since: base))
            try connection.execute("TRUNCATE change_history")
            try await wait { store.revision > told && other.revision == store.revision }
            #expect(other.mirror.base.history == store.mirror.base.history)
            let last = ChangeReader.State(base: base, revision: Revision(rawValue: .max))
            #expect(!store.mirror.update(last, since: base))
        }
    }

    @Test func simultaneousReadersBeginOneHistory() async throws {
        let settings = try await newDatabase()
        try await PostgresProductStore(settings: settings).close()
        try PostgresConnection(settings).execute("TRUNCATE change_history")
        let states = try await withThrowingTaskGroup(of: RevisionBase.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let reader = ChangeReader(connection: try PostgresConnection(settings))
                    return try reader.state(since: nil, known: Revision(rawValue: 0)).base
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(states.map(\.history)).count == 1)
        #expect(Set(states.map(\.count)).count == 1)
    }

    /// The read began before the process saw another history, and counted its revision from the base of before.
    @Test func readOfAnEarlierHistoryIsRepeated() async throws {
        let settings = try await newDatabase()
        let store = try await PostgresProductStore(settings: settings.deaf)
        let product = try await store.sampleProduct()
        let before = store.revision
        let holder = try PostgresConnection(settings)
        try holder.script("BEGIN; LOCK TABLE product IN ACCESS EXCLUSIVE MODE")
        async let page = store.page(ProductQuery())
        async let lookup = store.product(product.id)
        let probe = try PostgresConnection(settings)
        try await wait { try probe.waitingCount() == 2 }
        try probe.execute("TRUNCATE change_history")
        await store.polls.waitForPoll()
        #expect(store.revision > before)
        try holder.script("COMMIT")
        #expect(try await page.revision == store.revision)
        #expect(try await lookup == .found(product, store.revision))
        try await store.close()
    }

    /// A dump brings the numbers of another server's transactions, also of such as this server is about to give.
    @Test(arguments: [-1, 0, 1, 2, 3, 1_000_000]) func changesOfAnotherServerDoNotHideNewOnes(distance: Int64)
        async throws
    {
        let settings = try await newDatabase()
        let store = try await PostgresProductStore(settings: settings)
        _ = try await store.sampleProduct()
        let before = store.revision
        try await store.close()
        let connection = try PostgresConnection(settings)
        try connection.script(
            """
            BEGIN; TRUNCATE change, change_history;
            INSERT INTO change (xid) SELECT pg_current_xact_id()::text::bigint + \(distance) + i * 100 FROM generate_series(0, 9) AS i;
            COMMIT
            """
        )
        try await withStores(settings) { store, other, _ in
            #expect(store.revision > before)
            for _ in 0..<20 {
                let known = store.revision
                try await store.advance()
                #expect(store.revision.rawValue == known.rawValue + 1)
            }
            try await wait { other.revision == store.revision }
        }
    }

    private func withStores(
        _ given: PostgresSettings? = nil,
        _ body: (PostgresProductStore, PostgresProductStore, PostgresConnection) async throws -> Void
    ) async throws {
        let settings = if let given { given } else { try await newDatabase() }
        try await MarketPostgresTests.withStores(settings) { try await body($0, $1, PostgresConnection(settings)) }
    }
}

extension PostgresProductStore {
    /// Changes something that a GET shows.
    fileprivate func advance() async throws {
        try await write { try ChangeWriter(connection: $0).raiseRevision() }
    }
}
