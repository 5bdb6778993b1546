internal import Synchronization

/// A store of one-time links in this process.
final class InProcessIdentityLinks: IdentityLinkStore {
    private struct Link {
        let contents: [UInt8]
        let owner: [UInt8]
        let client: ClientAddress
        let endsAt: Duration
        /// Links are numbered in the order in which they were added.
        let number: Int
        /// The browser that has used the link.
        var browser: [UInt8]?

        func isUsable(by other: [UInt8]?, at now: Duration) -> Bool {
            endsAt > now && (browser == nil || browser == other)
        }
    }

    private struct State {
        var links: [[UInt8]: Link] = [:]
        var nextNumber = 0

        mutating func removeOldest(where matches: (Link) -> Bool) {
            let oldest = links.filter { matches($0.value) }.min { $0.value.number < $1.value.number }
            if let oldest { links[oldest.key] = nil }
        }

        func count(of client: ClientAddress) -> Int { links.values.count { $0.client == client } }

        /// The address with the most links; of several, the one with the oldest link.
        var greediestClient: ClientAddress? {
            Dictionary(grouping: links.values, by: \.client)
                .max { one, other in
                    let oldest = (one.value.map(\.number).min() ?? 0, other.value.map(\.number).min() ?? 0)
                    return (one.value.count, oldest.1) < (other.value.count, oldest.0)
                }?.key
        }
    }

    private let limits: SharedLimit
    private let clock: any MonotonicClock
    private let state = Mutex(State())

    /// - Parameter clock: a clock that doesn't follow adjustments of the system clock.
    init(limits: SharedLimit, clock: any MonotonicClock) {
        self.limits = limits
        self.clock = clock
    }

    func add(_ digest: [UInt8], contents: [UInt8], owner: [UInt8], from client: ClientAddress) {
        let now = clock.elapsed
        state.withLock { state in
            state.links = state.links.filter {
                $0.value.endsAt > now && $0.value.owner != owner
            }
            if state.count(of: client) >= limits.perAddress { state.removeOldest { $0.client == client } }
            if state.links.count >= limits.total, let greediest = state.greediestClient {
                state.removeOldest { $0.client == greediest }
            }
            state.links[digest] = Link(
                contents: contents,
                owner: owner,
                client: client,
                endsAt: now + IdentityLinks.lifetime,
                number: state.nextNumber
            )
            state.nextNumber += 1
        }
    }

    func contents(of digest: [UInt8], for browser: [UInt8]?) -> [UInt8]? {
        let now = clock.elapsed
        return state.withLock { state in
            state.links[digest].flatMap { $0.isUsable(by: browser, at: now) ? $0.contents : nil }
        }
    }

    func take(_ digest: [UInt8], for browser: [UInt8]) -> [UInt8]? {
        let now = clock.elapsed
        return state.withLock { state in
            guard let link = state.links[digest], link.isUsable(by: browser, at: now) else { return nil }
            state.links[digest]?.browser = browser
            return link.contents
        }
    }
}
