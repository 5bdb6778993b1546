import MarketCore
import MarketModels
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("Changes of a market in PostgreSQL")
struct ChangeTests {
    @Test func otherProcessesSeeTheSameRevision() async throws {
        try await withStores { first, second in
            let product = try await first.sampleProduct()
            try await wait { second.revision == first.revision }
            guard case .found(let read, let revision) = try await second.product(product.id) else {
                Issue.record("the product isn't found")
                return
            }
            #expect(read == product)
            #expect(revision == first.revision)
            #expect(try await second.page(ProductQuery()).revision == first.revision)
        }
    }

    @Test func readShowsTheRevisionOfItsSnapshotBeforeThePollDoes() async throws {
        var settings = try await newMarket()
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        try await withStores(settings) { first, second in
            _ = try await first.sampleProduct()
            #expect(second.revision < first.revision)
            #expect(try await second.page(ProductQuery()).revision == first.revision)
            #expect(second.revision == first.revision)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func hintComesBeforeThePoll() async throws {
        var settings = try await newMarket()
        settings.pollInterval = .seconds(3600)
        try await withStores(settings) { first, second in
            for _ in 0..<3 {
                _ = try await first.sampleProduct()
                try await wait { second.revision == first.revision }
                _ = try await second.sampleProduct()
                try await wait { first.revision == second.revision }
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func watcherThatLosesItsConnectionListensAgain() async throws {
        var settings = try await newMarket()
        settings.pollInterval = .seconds(3600)
        try await withStores(settings) { first, second in
            _ = try await first.sampleProduct()
            try await wait { second.revision == first.revision }
            let connection = try PostgresConnection(settings)
            let ended = try connection.forEachRow(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
                """
            ) { _ in true }
            #expect(ended >= 2)
            _ = try await first.sampleProduct()
            try await wait { second.revision == first.revision }
        }
    }

    /// A transaction that begins earlier and commits later has the lower number.
    @Test func lateCommitIsNotSkipped() async throws {
        let settings = try await newMarket()
        try await withStores(settings) { store, other in
            let late = try PostgresConnection(settings)
            try late.execute("BEGIN")
            try ChangeWriter(connection: late).raiseRevision()
            _ = try await store.sampleProduct()
            let before = store.revision
            try await wait { other.revision == before }
            try late.execute("COMMIT")
            try await wait { store.revision > before && other.revision > before }
            #expect(store.revision.rawValue == before.rawValue + 1)
            #expect(other.revision == store.revision)
        }
    }

    @Test func rolledBackChangeDoesNotCount() async throws {
        let settings = try await newMarket()
        try await withStores(settings) { store, _ in
            let before = store.revision
            let connection = try PostgresConnection(settings)
            try connection.execute("BEGIN")
            try ChangeWriter(connection: connection).raiseRevision()
            try connection.execute("ROLLBACK")
            #expect(try await store.page(ProductQuery()).revision == before)
        }
    }

    @Test func removedChangesStillCount() async throws {
        let settings = try await newMarket()
        try await withStores(settings) { store, other in
            for _ in 0..<5 { _ = try await store.sampleProduct() }
            let before = store.revision
            let connection = try PostgresConnection(settings)
            try await removeAllChanges(connection)
            // Changes are removed after an hour, and a process looks at the log several times a second.
            let horizon = try connection.firstRow("SELECT horizon FROM change_base") { try $0.count(0) } ?? 0
            try await wait { store.mirror.base.horizon >= horizon }
            #expect(try await store.page(ProductQuery()).revision == before)
            _ = try await store.sampleProduct()
            #expect(store.revision.rawValue == before.rawValue + 1)
            try await wait { other.revision == store.revision }
            let third = try await PostgresProductStore(settings: settings)
            #expect(third.revision == store.revision)
            try await third.close()
        }
    }

    @Test func processThatHasNotReadForLongBeginsAgain() async throws {
        var settings = try await newMarket()
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        try await withStores(settings) { store, late in
            for _ in 0..<3 { _ = try await store.sampleProduct() }
            let connection = try PostgresConnection(settings)
            try await removeAllChanges(connection)
            // A write looks at the log.
            _ = try await late.sampleProduct()
            #expect(late.revision.rawValue == store.revision.rawValue + 1)
            #expect(try await late.page(ProductQuery()).revision == late.revision)
        }
    }

    @Test func categoriesOfAnotherProcessAreSeen() async throws {
        try await withStores { first, second in
            try await first.changeCategories(
                .add(slug: "lenses", names: [.korean: "렌즈", .english: "Lenses"], parent: nil)
            )
            try await wait { second.categories == first.categories }
            #expect(second.categories.current("lenses") != nil)
            // What the second one encoded with the categories of before is older than this.
            try await wait { second.siteRevision > Revision(rawValue: 0) }
            try await wait { first.revision == second.revision }
        }
    }

    @Test func profileOfAnotherProcessIsSeen() async throws {
        try await withStores { first, second in
            let key = try #require(ProfileKey(.name, in: .korean))
            _ = try await first.changeProfile(.set(key, "연남 장터"), at: moment)
            #expect(first.profile.name(in: .korean) == "연남 장터")
            try await wait { second.profile == first.profile }
            // What the second one encoded with the profile of before is older than this.
            try await wait { second.siteRevision > Revision(rawValue: 0) }
            // Both write at once, and each knows what the other one has written.
            let contact = try #require(ProfileKey(.contact))
            _ = try await second.changeProfile(.set(contact, "help@market.example"), at: moment)
            #expect(second.profile.values == [key: "연남 장터", contact: "help@market.example"])
            try await wait { second.profile == first.profile }
        }
    }

    @Test func erasureByAnotherProcessIsSeenAndADeletionIsNone() async throws {
        try await withStores { first, second in
            let products = [try await first.sampleProduct(), try await first.sampleProduct()]
            let before = (first.siteRevision, second.siteRevision)
            _ = try await first.delete(products[0].id, isErasure: false, at: moment)
            try await wait { second.revision == first.revision }
            #expect((first.siteRevision, second.siteRevision) == before)
            // What wakes the sweep of each node's folder.
            _ = try await first.delete(products[1].id, isErasure: true, at: moment)
            try await wait { first.siteRevision > before.0 && second.siteRevision > before.1 }
        }
    }

    @Test func changeOfTheCategoriesIsSeenByEveryReadAfterIt() async throws {
        var settings = try await newMarket()
        // The watcher reads all the time.
        settings.pollInterval = .zero
        try await withStores(settings) { store, other in
            let category = try #require(store.categories.current("books"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in [store, other] {
                    group.addTask {
                        for number in 0..<100 {
                            let slug = "\(writer === store ? "first" : "second")-\(number)"
                            try await writer.changeCategories(
                                .add(slug: slug, names: [.korean: "책", .english: "Books"], parent: category.id)
                            )
                            #expect(writer.categories.current(slug) != nil)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await wait { store.categories == other.categories }
        }
    }

    /// Changes are removed only when no transaction is running that began before them, also in other databases.
    private func removeAllChanges(_ connection: PostgresConnection) async throws {
        try connection.execute("UPDATE change SET made_at = now() - interval '2 hours'")
        try await wait {
            try ChangeWriter(connection: connection).removeOldChanges()
            return try connection.firstRow("SELECT count(*) FROM change") { try $0.count(0) } == 0
        }
    }
}
