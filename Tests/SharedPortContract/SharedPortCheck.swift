public import MarketCore
import Synchronization

/// One requirement of ``SharedPorts``, with a check that its form meets it.
public struct SharedPortCheck: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence without spaces.
    public let name: String
    private let body: @Sendable (any SharedPorts, PortClock) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any SharedPorts, PortClock) async throws -> Void) {
        self.name = name
        self.body = body
    }

    public var description: String { name }

    /// - Parameter make: makes ports, with nothing in them, whose time the clock tells.
    /// - Throws: ``PortViolation`` if the requirement isn't met, or an error of the ports.
    public func run(_ make: (any MonotonicClock) async throws -> any SharedPorts) async throws {
        let clock = PortClock()
        try await body(make(clock), clock)
    }

    /// The whole contract.
    public static let all: [SharedPortCheck] = attempts + budgets + requests + jobs + images + drafts + links
}

/// A clock that the check advances.
final class PortClock: MonotonicClock {
    private let time = Mutex(Duration.seconds(1_000_000))

    var elapsed: Duration { time.withLock { $0 } }

    func advance(seconds: Int64) {
        time.withLock { $0 += .seconds(seconds) }
    }
}

/// A requirement of the contract that isn't met.
public struct PortViolation: Error, CustomStringConvertible {
    /// The actual and the expected value.
    public let description: String
}

/// Ends the check unless a value is the expected one.
func expect<Value: Equatable>(
    _ found: Value,
    is expected: Value,
    _ promise: String,
    line: UInt = #line
) throws(PortViolation) {
    guard found == expected else {
        throw PortViolation(description: "\(promise): found \(found), expected \(expected) (line \(line))")
    }
}
