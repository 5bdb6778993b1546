import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

/// Processes on machines whose clocks are wrong.
@Suite("The time of a market", .timeLimit(.minutes(5)))
struct ClockTests {
    private static let day: Int64 = 86_400_000

    /// This machine's clock with another time, in milliseconds.
    private struct WrongClock: WallClock {
        let difference: Int64

        var now: Timestamp {
            Timestamp(millisecondsSinceEpoch: SystemWallClock().now.millisecondsSinceEpoch + difference)
        }
    }

    @Test(arguments: [-day, day]) func isThatOfPostgreSQL(difference: Int64) async throws {
        try await withClock(WrongClock(difference: difference)) { clock in
            #expect(abs(clock.now.millisecondsSinceEpoch - SystemWallClock().now.millisecondsSinceEpoch) < Self.day / 2)
        }
    }

    /// Comparing takes time, so small differences may be none.
    @Test func isThatOfTheMachineIfItIsNearlyRight() async throws {
        try await withClock(WrongClock(difference: 500)) { clock in
            let earlier = SystemWallClock().now
            #expect(clock.now.millisecondsSinceEpoch >= earlier.millisecondsSinceEpoch + 500)
        }
    }

    private func withClock(_ wall: any WallClock, _ body: (PostgresClock) async throws -> Void) async throws {
        let store = try await PostgresProductStore(settings: newMarket(), wall: wall)
        do { try await body(store.clock) } catch { Issue.record(error) }
        try await store.close()
    }
}
