import Foundation
public import MarketModels
public import MarketTexts

/// The dependencies of view models: the language and the clock.
public struct AppDependencies: Sendable {
    /// The language of all texts.
    public var language: Language
    /// Returns the current time.
    public var now: @Sendable () -> Timestamp
    /// Waits for a duration, and throws if the task is cancelled. Tests replace it with one that returns under their
    /// control.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates dependencies; by default with the device's clock.
    public init(
        language: Language,
        now: @escaping @Sendable () -> Timestamp = { Self.currentMoment },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.language = language
        self.now = now
        self.sleep = sleep
    }

    /// The current time of the device's clock.
    public static var currentMoment: Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
