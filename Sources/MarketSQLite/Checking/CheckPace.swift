internal import Foundation
internal import Synchronization

/// How the check of a database gives way to the requests of its market.
///
/// It begins when the market is idle, and stops within milliseconds when a request comes. A market that is never idle is
/// checked nevertheless: after a minute the check begins, and then takes a twentieth of the time of one thread.
/// What SQLite does in one step, such as walking the pages of a table, isn't divided; its thread has the lowest priority.
public struct CheckPace: Sendable {
    /// The time that the check works at a stretch while requests come.
    static let work = Duration.milliseconds(5)
    /// The time that it rests after that, at most.
    static let rest = Duration.milliseconds(95)
    /// The interval at which it looks whether the market is still busy.
    static let interval = Duration.milliseconds(5)

    let isBusy: @Sendable () -> Bool
    let maximumWait: Duration

    /// - Parameters:
    ///   - isBusy: whether requests are being answered. It is called on any thread, many times a second.
    ///   - maximumWait: the maximum time until the check begins.
    public init(maximumWait: Duration = .seconds(60), isBusy: @escaping @Sendable () -> Bool = { false }) {
        self.maximumWait = maximumWait
        self.isBusy = isBusy
    }

    /// Returns when the market is idle, or after the maximum wait.
    func waitUntilIdle() async throws {
        let end = ContinuousClock.now + maximumWait
        while isBusy(), ContinuousClock.now < end { try await Task.sleep(for: Self.rest) }
    }
}

/// The pauses of one check. They block its thread.
final class CheckPauses: Sendable {
    private let pace: CheckPace
    private let workedSince = Mutex(ContinuousClock.now)

    init(_ pace: CheckPace) { self.pace = pace }

    /// Pauses if requests are being answered and the last pause ended long enough ago.
    ///
    /// - Parameter isCancelled: whether to continue at once.
    func pause(until isCancelled: () -> Bool) {
        let now = ContinuousClock.now
        guard now - workedSince.withLock({ $0 }) >= CheckPace.work else { return }
        let end = now + CheckPace.rest
        while pace.isBusy(), !isCancelled(), ContinuousClock.now < end {
            usleep(UInt32(CheckPace.interval / .microseconds(1)))
        }
        workedSince.withLock { $0 = .now }
    }
}
