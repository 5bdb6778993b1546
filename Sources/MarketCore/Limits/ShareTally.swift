/// How much of something clients may hold at once.
public struct SharedLimit: Hashable, Sendable {
    public var total: Int
    /// How much of it one client may hold.
    public var perAddress: Int

    public init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }
}

/// What clients hold of something short, counted in each of their networks.
///
/// Whoever holds the most gives way first: the greediest of the widest networks, in it the greediest of the narrower
/// ones, and so on. So a client in a network that holds much isn't new, even if it has nothing itself.
public struct ShareTally: Sendable {
    private var amounts: [ClientNetwork: Int] = [:]

    public init() {}

    /// Changes what a client holds. It never becomes less than nothing.
    public mutating func add(_ change: Int, for client: ClientAddress) {
        for network in client.networks {
            let amount = amounts[network, default: 0] + change
            amounts[network] = amount > 0 ? amount : nil
        }
    }

    public func amount(of network: ClientNetwork) -> Int { amounts[network, default: 0] }

    /// Returns what a client holds itself, without others in its networks.
    public func amount(of client: ClientAddress) -> Int { client.networks.last.map { amount(of: $0) } ?? 0 }

    /// Returns whether a client holds less than another one, in the widest networks in which both differ.
    ///
    /// - Parameter additional: what the first client wants beyond what it holds. If it then still holds less, the other
    ///   one should give way to it.
    public func holdsLess(
        _ client: ClientAddress,
        wanting additional: Int = 0,
        than other: ClientAddress
    ) -> Bool {
        let (own, others) = (client.networks, other.networks)
        for level in 0..<max(own.count, others.count) {
            let (one, another) = (own[min(level, own.count - 1)], others[min(level, others.count - 1)])
            guard one != another else { continue }
            let (less, more) = (amount(of: one) + additional, amount(of: another))
            if less != more { return less < more }
        }
        return false
    }
}
