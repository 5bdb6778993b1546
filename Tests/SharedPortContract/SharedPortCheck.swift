public import ContractFrame
public import MarketCore
import Synchronization

/// One requirement of ``SharedPorts``.
public typealias SharedPortCheck = Requirement<TimedPorts>

extension SharedPortCheck {
    /// The whole contract.
    public static var all: [SharedPortCheck] { attempts + budgets + requests + jobs + images + drafts + links }

    init(_ name: String, _ body: @escaping @Sendable (any SharedPorts, PortClock) async throws -> Void) {
        self.init(name) { timed in try await body(timed.ports, timed.clock) }
    }

    /// - Parameter make: makes ports, with nothing in them, whose time the clock tells.
    /// - Throws: ``UnmetRequirement``, or an error of the ports.
    public func run(_ make: (any MonotonicClock) async throws -> any SharedPorts) async throws {
        let clock = PortClock()
        try await run(TimedPorts(ports: make(clock), clock: clock))
    }
}

/// Ports, and the clock that tells their time.
public struct TimedPorts: Sendable {
    let ports: any SharedPorts
    let clock: PortClock
}

/// A clock that the check advances. It begins in 2100, which isn't over for the cleanup of PostgreSQL, by the server's clock.
final class PortClock: MonotonicClock {
    private let time = Mutex(Duration.seconds(4_102_444_800))

    var elapsed: Duration { time.withLock { $0 } }

    func advance(seconds: Int64) {
        time.withLock { $0 += .seconds(seconds) }
    }
}
