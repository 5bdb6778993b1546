/// The parameters of a token bucket: the rate in the long run, and the burst that is allowed at once.
public struct Budget: Hashable, Sendable {
    public var perHour: Int
    public var burst: Int
    /// Whether all tokens come back at once, a minute after the first was taken, so that no minute has more than the burst.
    public private(set) var isByMinute = false

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

    /// Creates a budget of which no minute has more.
    ///
    /// - Precondition: the number is at least 1.
    public init(inAMinute count: Int) {
        self.init(perMinute: count, burst: count)
        isByMinute = true
    }

    /// Returns the budget of a network with several clients.
    static func * (budget: Budget, factor: Int) -> Budget {
        var product = budget
        product.perHour *= factor
        product.burst *= factor
        return product
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
    private static let minute = Duration.seconds(60)

    public private(set) var tokens: Double
    public private(set) var filledAt: Duration

    public init(tokens: Double, filledAt: Duration) {
        self.tokens = tokens
        self.filledAt = filledAt
    }

    public init(full budget: Budget, at now: Duration) {
        self.init(tokens: Double(budget.burst), filledAt: now)
    }

    /// Returns the number of seconds until so many tokens are available, rounded up, or nil if they are available now.
    func secondsToWait(for amount: Int, _ budget: Budget, at now: Duration) -> Int? {
        // Sums of fractions are a little off.
        let missing = Double(amount) - tokens - 1e-6
        guard missing > 0 else { return nil }
        let seconds =
            budget.isByMinute ? (filledAt + Self.minute - now) / .seconds(1) : missing * 3600 / Double(budget.perHour)
        return max(1, Int((seconds - 1e-6).rounded(.up)))
    }

    /// When the bucket is full, and therefore equivalent to a new one.
    public func fullAt(_ budget: Budget) -> Duration {
        guard !budget.isByMinute else { return filledAt + Self.minute }
        return filledAt + .seconds((Double(budget.burst) - tokens) * 3600 / Double(budget.perHour))
    }

    mutating func take(_ amount: Int) { tokens -= Double(amount) }

    mutating func giveBack(_ amount: Int, _ budget: Budget) {
        tokens = min(Double(budget.burst), tokens + Double(amount))
    }

    /// Adds the tokens of the time that has passed. A clock that was set back adds none.
    mutating func fill(_ budget: Budget, at now: Duration) {
        guard !budget.isByMinute else {
            // A minute begins with the first token that is taken.
            if tokens >= Double(budget.burst) || now - filledAt >= Self.minute {
                self = TokenBucket(full: budget, at: now)
            }
            return
        }
        let seconds = max(0, (now - filledAt) / .seconds(1))
        tokens = min(Double(budget.burst), tokens + seconds * Double(budget.perHour) / 3600)
        filledAt = now
    }
}
