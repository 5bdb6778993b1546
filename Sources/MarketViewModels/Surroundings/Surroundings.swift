import Foundation
public import MarketModels
public import MarketTexts

/// What view models have around them: in which language people are spoken to, and how time passes.
public struct Surroundings: Sendable {
    public var language: Language
    /// The moment that it is.
    public var now: @Sendable () -> Timestamp
    /// Waits; throws when the waiting task is cancelled. Tests bring one that waits for them.
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        language: Language,
        now: @escaping @Sendable () -> Timestamp = { Self.currentMoment },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.language = language
        self.now = now
        self.sleep = sleep
    }

    /// The moment by this device's clock.
    public static var currentMoment: Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
