#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A clock that never goes back and isn't affected by adjustments of the system clock. Tests supply their own.
public protocol MonotonicClock: Sendable {
    /// The time since a reference point that is fixed while the process runs.
    var elapsed: Duration { get }
}

/// The time since the machine was started, including the time in which it was suspended where the system counts that.
public struct SystemMonotonicClock: MonotonicClock {
    public init() {}

    public var elapsed: Duration {
        var time = timespec()
        #if os(Linux)
        clock_gettime(CLOCK_BOOTTIME, &time)
        #else
        clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
