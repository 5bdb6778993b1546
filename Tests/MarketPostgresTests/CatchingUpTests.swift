import MarketModels
import TestMarkets
import Testing

@testable import MarketPostgres

/// A process that hears of changes only when a client names them.
@Suite("Catching up with another process", .timeLimit(.minutes(5)))
struct CatchingUpTests {
    @Test func clientTellsOfAChange() async throws {
        try await withStores { first, second in
            _ = try await first.sampleProduct()
            #expect(second.revision < first.revision)
            await second.catchUp(with: first.revision)
            #expect(second.revision == first.revision)
        }
    }

    @Test func whoWaitsTogetherIsServedTogether() async throws {
        try await withStores { first, second in
            for _ in 0..<20 {
                _ = try await first.sampleProduct()
                let revision = first.revision
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 {
                        group.addTask {
                            await second.catchUp(with: revision)
                            #expect(second.revision >= revision)
                        }
                    }
                }
            }
            #expect(second.polls.waiterCount == 0)
        }
    }

    /// The limit of the wait is an hour here, so it ends because a poll finds no such revision.
    @Test(arguments: [1, 1_000_000_000_000, .max]) func revisionThatDoesNotExistIsNotWaitedFor(lead: Int64) async throws
    {
        try await withStores { first, second in
            _ = try await first.sampleProduct()
            let (sum, overflows) = first.revision.rawValue.addingReportingOverflow(lead)
            await second.catchUp(with: Revision(rawValue: overflows ? .max : sum))
            #expect(second.revision == first.revision)
        }
    }

    @Test func earlierRevisionIsIgnored() async throws {
        try await withStores { first, second in
            _ = try await first.sampleProduct()
            let known = second.revision
            for revision in [known.rawValue, known.rawValue - 1, 0, -1, .min] {
                await second.catchUp(with: Revision(rawValue: revision))
            }
            #expect(second.revision == known)
        }
    }

    @Test func waitIsLimitedInTimeAndNumber() async throws {
        try await withBusyStore { first, second, release in
            let ahead = Revision(rawValue: second.revision.rawValue + 1)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<RevisionPolls.waiterLimit { group.addTask { await second.catchUp(with: ahead) } }
                try? await wait { second.polls.waiterCount == RevisionPolls.waiterLimit }
                // One more is answered at once, and one that is cancelled doesn't wait.
                await second.catchUp(with: ahead)
                group.cancelAll()
            }
            #expect(second.polls.waiterCount == 0)
            var hasty = second.settings
            hasty.catchUpLimit = .milliseconds(1)
            let polls = RevisionPolls(pool: second.pool, mirror: second.mirror, settings: hasty)
            await polls.wait(for: ahead)
            #expect(polls.waiterCount == 0)
            try release()
        }
    }

    @Test func nobodyWaitsWhileTheLogIsOutOfReach() async throws {
        try await withBusyStore { _, second, release in
            second.mirror.pollFailed()
            await second.catchUp(with: Revision(rawValue: second.revision.rawValue + 1))
            try release()
        }
    }

    private func withStores(
        _ body: (PostgresProductStore, PostgresProductStore) async throws -> Void
    ) async throws {
        let settings = try await newMarket()
        try await MarketPostgresTests.withStores(settings, second: settings.deaf, body)
    }

    /// Passes two stores, and holds the only connection of the second one until `release` is called.
    private func withBusyStore(
        _ body: (PostgresProductStore, PostgresProductStore, _ release: () throws -> Void) async throws -> Void
    ) async throws {
        var settings = try await newMarket()
        let first = try await PostgresProductStore(settings: settings)
        settings.connectionLimit = 1
        settings.statementLimit = .seconds(3600)
        settings.lockLimit = .seconds(3600)
        let second = try await PostgresProductStore(settings: settings.deaf)
        let holder = try PostgresConnection(settings)
        try holder.execute("SELECT pg_advisory_lock(1)")
        async let waiting: Void? = try? await second.pool.withConnection { connection in
            _ = try connection.execute("SELECT pg_advisory_lock(1)")
        }
        let probe = try PostgresConnection(settings)
        try await wait { try probe.isAdvisoryLockAwaited() }
        do {
            try await body(first, second) { try holder.execute("SELECT pg_advisory_unlock(1)") }
        } catch { Issue.record(error) }
        await waiting
        try await first.close()
        try await second.close()
    }
}

extension PostgresSettings {
    /// Settings of a process that doesn't look at the log by itself, and would wait for an hour.
    var deaf: PostgresSettings {
        var settings = self
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        settings.catchUpLimit = .seconds(3600)
        return settings
    }
}
