public import MarketCore
public import MarketModels
internal import Synchronization

/// The time of PostgreSQL's server, which all nodes of a market share, however wrong the clocks of their machines are.
public final class PostgresClock: WallClock {
    /// The differences, in milliseconds, that don't count. Clocks that are set by a network differ by less.
    private static let tolerance: Int64 = 1000

    private let wall: any WallClock
    /// By how many milliseconds this machine's clock is behind.
    private let delay = Atomic<Int64>(0)

    /// - Parameter wall: this machine's clock.
    init(_ wall: any WallClock = SystemWallClock()) { self.wall = wall }

    public var now: Timestamp {
        Timestamp(millisecondsSinceEpoch: wall.now.millisecondsSinceEpoch + delay.load(ordering: .relaxed))
    }

    func compare(_ connection: PostgresConnection) throws {
        let before = wall.now.millisecondsSinceEpoch
        let shared = try connection.firstRow("SELECT market_time(NULL)") { try $0.integer(0) }
        let after = wall.now.millisecondsSinceEpoch
        guard let shared else { return }
        // The answer is of any moment in between.
        let isRight = before - Self.tolerance <= shared && shared <= after + Self.tolerance
        delay.store(isRight ? 0 : shared - (before + after) / 2, ordering: .relaxed)
    }
}
