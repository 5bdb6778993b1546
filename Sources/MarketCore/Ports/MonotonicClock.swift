#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tells how time goes by, whatever is done to the machine's clock meanwhile; tests bring their own.
public protocol MonotonicClock: Sendable {
    /// The time since a moment that stays the same while the process runs. It never goes back.
    var elapsed: Duration { get }
}

/// The time since the machine was started, with the time in which it slept where the system counts that.
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
