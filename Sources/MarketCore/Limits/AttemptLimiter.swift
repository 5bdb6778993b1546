public import MarketModels
import Synchronization

/// Counts wrong secrets in the memory of one process, so that nobody can try them all.
///
/// For each product an address may be wrong a few times a minute, and all addresses together some times more; and an
/// address has a budget for all products together, and so have all addresses. What is counted for everybody must not
/// lock out whoever knows the secret: an address's first guess in a minute is always judged, and an address from which
/// the secret was right lately is outside the common bounds.
public final class AttemptLimiter: AttemptLimiting {
    public struct Limits: Hashable, Sendable {
        /// Wrong secrets a minute for one product from one address.
        public var perSource = 10
        /// Wrong secrets a minute for one product from everywhere.
        public var perProduct = 100
        /// Wrong secrets for all products from one address: six products tried at once, and one guess in two seconds.
        public var perAddress = Budget(perMinute: 30, burst: 60)
        /// Wrong secrets for all products from everywhere: 10 a second are a tenth of what two cores can hash.
        public var total = Budget(perMinute: 600, burst: 1200)
        /// So many pairs of a product and an address are remembered, as many products, and as many addresses: some
        /// 10 MB each. Where there are more, the one that was seen longest ago is forgotten.
        public var capacity = 100_000

        public init() {}
    }

    /// How long an address is known for a secret that was right: a seller's day.
    private static let memory = Duration.seconds(86_400)
    private static let windowLength = Duration.seconds(60)

    private struct Pair: Hashable {
        let product: Product.ID
        let client: ClientAddress
    }

    /// The wrong attempts of a minute that begins with the first.
    fileprivate struct Window {
        let startedAt: Duration
        var failures = 0

        func isOver(at now: Duration) -> Bool { startedAt + windowLength <= now }

        func secondsLeft(at now: Duration) -> Int {
            let left = (startedAt + windowLength - now).components
            return Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
        }
    }

    private struct State {
        var pairs: BoundedTable<Pair, Window>
        var products: BoundedTable<Product.ID, Window>
        var clients: BoundedTable<ClientAddress, TokenBucket>
        var rightAt: BoundedTable<Pair, Duration>
        var total: TokenBucket
    }

    private let limits: Limits
    private let clock: any MonotonicClock
    private let state: Mutex<State>

    public init(limits: Limits = Limits(), clock: any MonotonicClock) {
        self.limits = limits
        self.clock = clock
        state = Mutex(
            State(
                pairs: BoundedTable(capacity: limits.capacity),
                products: BoundedTable(capacity: limits.capacity),
                clients: BoundedTable(capacity: limits.capacity),
                rightAt: BoundedTable(capacity: limits.capacity),
                total: TokenBucket(limits.total, at: clock.elapsed)
            )
        )
    }

    public func beginAttempt(for product: Product.ID, from client: ClientAddress) -> Int? {
        let now = clock.elapsed
        let pair = Pair(product: product, client: client)
        return state.withLock { state in
            var own = Self.current(state.pairs[pair], at: now)
            var common = Self.current(state.products[product], at: now)
            var address = state.clients[client] ?? TokenBucket(limits.perAddress, at: now)
            let isKnown = state.rightAt[pair].map { now - $0 < Self.memory } ?? false
            var waits: [Int?] = [own.failures >= limits.perSource ? own.secondsLeft(at: now) : nil]
            if !isKnown { waits.append(address.secondsToWait(limits.perAddress, at: now)) }
            if !isKnown, own.failures > 0 {
                waits.append(common.failures >= limits.perProduct ? common.secondsLeft(at: now) : nil)
                waits.append(state.total.secondsToWait(limits.total, at: now))
            }
            if let longest = waits.compactMap(\.self).max() { return longest }
            own.failures += 1
            common.failures += 1
            address.take(limits.perAddress)
            state.total.take(limits.total)
            state.pairs.removeOldest { $0.isOver(at: now) }
            state.products.removeOldest { $0.isOver(at: now) }
            state.clients.removeOldest { $0.isFull(limits.perAddress, at: now) }
            state.pairs.set(own, for: pair)
            state.products.set(common, for: product)
            state.clients.set(address, for: client)
            return nil
        }
    }

    public func attemptWasRight(for product: Product.ID, from client: ClientAddress) {
        let now = clock.elapsed
        state.withLock { state in
            takeBack(product, client, &state)
            state.rightAt.removeOldest { now - $0 >= Self.memory }
            state.rightAt.set(now, for: Pair(product: product, client: client))
        }
    }

    public func takeBackAttempt(for product: Product.ID, from client: ClientAddress) {
        state.withLock { takeBack(product, client, &$0) }
    }

    private func takeBack(_ product: Product.ID, _ client: ClientAddress, _ state: inout State) {
        state.pairs.update(Pair(product: product, client: client)) { $0.failures = max(0, $0.failures - 1) }
        state.products.update(product) { $0.failures = max(0, $0.failures - 1) }
        state.clients.update(client) { $0.giveBack(limits.perAddress) }
        state.total.giveBack(limits.total)
    }

    private static func current(_ window: Window?, at now: Duration) -> Window {
        guard let window, !window.isOver(at: now) else { return Window(startedAt: now) }
        return window
    }
}
