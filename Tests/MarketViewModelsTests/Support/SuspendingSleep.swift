import MarketClient

/// Pauses that end when the test says so.
@MainActor
final class SuspendingSleep {
    let pauses = CallQueue<Duration, Void>()

    nonisolated var sleep: @Sendable (Duration) async throws -> Void {
        { duration in try await self.pauses(duration) }
    }
}
