public import MarketModels
import Synchronization

/// An in-memory counter of wrong secrets that prevents clients from guessing them by brute force.
///
/// The number of wrong secrets per minute is limited for each product, both per address and for all addresses together.
/// In addition, each address and all addresses together have a budget for all products. The shared limits must not lock
/// out clients that know the secret. Therefore they don't apply to the first attempt of an address on a product in a
/// minute, nor to an address that has recently presented the product's secret.
public final class AttemptLimiter: AttemptLimiting {
    /// The limits of an attempt limiter.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of wrong secrets per minute for one product from one address.
        public var perSource = 10
        /// The maximum number of wrong secrets per minute for one product from all addresses.
        public var perProduct = 100
        /// The budget of wrong secrets for all products from one address: six products at full rate at once, and one
        /// attempt in two seconds in the long run.
        public var perAddress = Budget(perMinute: 30, burst: 60)
        /// The budget of wrong secrets for all products from all addresses. 10 a second are a tenth of what two cores
        /// can hash.
        public var total = Budget(perMinute: 600, burst: 1200)
        /// The maximum number of entries in each table: pairs of product and address, products, and addresses. Each
        /// table takes about 10 MB. A full table drops its oldest entry.
        public var capacity = 100_000

        public init() {}
    }

    /// The time for which an address that has presented the right secret is exempt from the shared limits: a seller's
    /// day.
    private static let memory = Duration.seconds(86_400)
    private static let windowLength = Duration.seconds(60)

    private struct Pair: Hashable {
        let product: Product.ID
        let client: ClientAddress
    }

    /// The number of wrong attempts within a minute that starts with the first one.
    fileprivate struct Window {
        let startedAt: Duration
        var failures = 0

        func isOver(at now: Duration) -> Bool { startedAt + windowLength <= now }

        func secondsLeft(at now: Duration) -> Int {
            let remaining = (startedAt + windowLength - now).components
            return Int(remaining.seconds) + (remaining.attoseconds > 0 ? 1 : 0)
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
            address.consume(limits.perAddress)
            state.total.consume(limits.total)
            state.pairs.removeOldest { $0.isOver(at: now) }
            state.products.removeOldest { $0.isOver(at: now) }
            state.clients.removeOldest { $0.isFull(limits.perAddress, at: now) }
            state.pairs.set(own, for: pair)
            state.products.set(common, for: product)
            state.clients.set(address, for: client)
            return nil
        }
    }

    public func recordSuccess(for product: Product.ID, from client: ClientAddress) {
        let now = clock.elapsed
        state.withLock { state in
            refund(product, client, &state)
            state.rightAt.removeOldest { now - $0 >= Self.memory }
            state.rightAt.set(now, for: Pair(product: product, client: client))
        }
    }

    public func cancelAttempt(for product: Product.ID, from client: ClientAddress) {
        state.withLock { refund(product, client, &$0) }
    }

    private func refund(_ product: Product.ID, _ client: ClientAddress, _ state: inout State) {
        state.pairs.update(Pair(product: product, client: client)) { $0.failures = max(0, $0.failures - 1) }
        state.products.update(product) { $0.failures = max(0, $0.failures - 1) }
        state.clients.update(client) { $0.refund(limits.perAddress) }
        state.total.refund(limits.total)
    }

    private static func current(_ window: Window?, at now: Duration) -> Window {
        guard let window, !window.isOver(at: now) else { return Window(startedAt: now) }
        return window
    }
}
