import Synchronization

/// The limits of a ``StoredByteBudget``.
public struct StoredByteLimits: Hashable, Sendable {
    /// The number of bytes that an address may store at once, and per minute in the long run. A shop that lists a
    /// thousand products at once, and then a hundred a minute, with five photos of 0.5 MB each stays below.
    public var burst = 2_500_000_000
    public var perMinute = 250_000_000
    /// How many times as much each wider network of an address may store.
    public var networkFactor = 4

    public init() {}
}

/// A rate limit on the bytes of images that clients store, for each address and each of its networks.
///
/// Bytes are counted as they are stored, because an upload of a few kilobytes may become megabytes.
final class StoredByteBudget: Sendable {
    /// What a network has stored lately.
    private struct Level: Sendable {
        var byteCount: Double
        var countedAt: Duration
    }

    /// The maximum number of networks that are remembered. The one whose entry was set longest ago is dropped first.
    private static let capacity = 100_000

    private let limits: StoredByteLimits
    private let clock: any MonotonicClock
    private let levels = Mutex(BoundedTable<ClientNetwork, Level>(capacity: capacity))

    init(limits: StoredByteLimits, clock: any MonotonicClock) {
        self.limits = limits
        self.clock = clock
    }

    /// Takes bytes from the budgets of an address and its networks if all of them have enough left.
    ///
    /// - Returns: the number of seconds to wait, or nil if the bytes may be stored.
    func consume(_ byteCount: Int, for client: ClientAddress) -> Int? {
        let now = clock.elapsed
        let networks = client.networks
        return levels.withLock { levels in
            let factors = networks.map { $0 == networks.last ? 1 : Double(limits.networkFactor) }
            let counts = zip(networks, factors).map { network, factor in
                let level = levels[network]
                let earlier = level.map { max(0, $0.byteCount - factor * forgotten(since: $0.countedAt, at: now)) }
                return Double(byteCount) + (earlier ?? 0)
            }
            let waits = zip(factors, counts).compactMap { factor, count -> Int? in
                let excess = count - Double(limits.burst) * factor
                return excess > 0 ? max(1, Int((excess * 60 / (Double(limits.perMinute) * factor)).rounded(.up))) : nil
            }
            if let longest = waits.max() { return longest }
            for (network, count) in zip(networks, counts) {
                levels.removeOldest { $0.byteCount <= forgotten(since: $0.countedAt, at: now) }
                levels.set(Level(byteCount: count, countedAt: now), for: network)
            }
            return nil
        }
    }

    /// Gives bytes back that didn't stay stored.
    func refund(_ byteCount: Int, for client: ClientAddress) {
        levels.withLock { levels in
            for network in client.networks {
                levels.update(network) { $0.byteCount = max(0, $0.byteCount - Double(byteCount)) }
            }
        }
    }

    /// Returns the number of bytes that don't count any more after some time.
    ///
    /// It is that of a single address. Those of a wider network are forgotten faster.
    private func forgotten(since moment: Duration, at now: Duration) -> Double {
        (now - moment) / .seconds(60) * Double(limits.perMinute)
    }
}

/// What a client has paid for images.
struct StoredByteCharge: Sendable {
    let client: ClientAddress
    var byteCount = 0
}
