/// The parameters of a token bucket: the rate in the long run, and the burst that is allowed at once.
public struct Budget: Hashable, Sendable {
    public var perHour: Int
    public var burst: Int

    /// - Precondition: both values are at least 1.
    public init(perHour: Int, burst: Int) {
        precondition(perHour >= 1 && burst >= 1, "A budget of nothing allows nothing.")
        self.perHour = perHour
        self.burst = burst
    }

    /// - Precondition: both values are at least 1.
    public init(perMinute: Int, burst: Int) {
        self.init(perHour: 60 * perMinute, burst: burst)
    }

    /// Returns the budget of a network with several clients.
    static func * (budget: Budget, factor: Int) -> Budget {
        Budget(perHour: budget.perHour * factor, burst: budget.burst * factor)
    }

    /// Returns the budget for something that a client does in any of its networks, by network: wider ones, in which several
    /// households live, may do more than one client.
    func byNetwork(of client: ClientAddress) -> [(network: ClientNetwork, budget: Budget)] {
        let networks = client.networks
        return zip(networks, [4, 2].prefix(networks.count - 1) + [1]).map { ($0, self * $1) }
    }
}

/// The tokens that are left of a ``Budget``.
public struct TokenBucket: Hashable, Sendable {
    public private(set) var tokens: Double
    public private(set) var filledAt: Duration

    public init(tokens: Double, filledAt: Duration) {
        self.tokens = tokens
        self.filledAt = filledAt
    }

    public init(full budget: Budget, at now: Duration) {
        self.init(tokens: Double(budget.burst), filledAt: now)
    }

    /// Returns the number of seconds until a token is available, rounded up, or nil if one is available now.
    func secondsToWait(_ budget: Budget) -> Int? {
        // Sums of fractions are a little off.
        let missing = 1 - tokens - 1e-6
        return missing > 0 ? max(1, Int((missing * 3600 / Double(budget.perHour)).rounded(.up))) : nil
    }

    /// When the bucket is full, and therefore equivalent to a new one.
    public func fullAt(_ budget: Budget) -> Duration {
        filledAt + .seconds((Double(budget.burst) - tokens) * 3600 / Double(budget.perHour))
    }

    mutating func take() { tokens -= 1 }

    mutating func giveBack(_ budget: Budget) { tokens = min(Double(budget.burst), tokens + 1) }

    /// Adds the tokens of the time that has passed. A clock that was set back adds none.
    mutating func fill(_ budget: Budget, at now: Duration) {
        let seconds = max(0, (now - filledAt) / .seconds(1))
        tokens = min(Double(budget.burst), tokens + seconds * Double(budget.perHour) / 3600)
        filledAt = now
    }
}
