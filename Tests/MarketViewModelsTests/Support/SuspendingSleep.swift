import MarketClient

/// Pauses that the test ends.
@MainActor
final class SuspendingSleep {
    let pauses = CallQueue<Duration, Void>()

    nonisolated var sleep: @Sendable (Duration) async throws -> Void {
        { duration in try await self.pauses(duration) }
    }
}
