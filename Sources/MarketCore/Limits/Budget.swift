/// The parameters of a token bucket: the rate per minute in the long run, and the burst that is allowed at once.
public struct Budget: Hashable, Sendable {
    public var perMinute: Int
    public var burst: Int

    /// - Precondition: both values are at least 1.
    public init(perMinute: Int, burst: Int) {
        precondition(perMinute >= 1 && burst >= 1, "A budget of nothing allows nothing.")
        self.perMinute = perMinute
        self.burst = burst
    }
}

/// The tokens that are left of a ``Budget``.
struct TokenBucket: Sendable {
    private var tokens: Double
    private var filledAt: Duration

    init(_ budget: Budget, at now: Duration) {
        tokens = Double(budget.burst)
        filledAt = now
    }

    /// Returns the number of seconds until a token is available, rounded up, or nil if one is available now.
    mutating func secondsToWait(_ budget: Budget, at now: Duration) -> Int? {
        fill(budget, at: now)
        guard tokens < 1 else { return nil }
        return max(1, Int(((1 - tokens) * 60 / Double(budget.perMinute)).rounded(.up)))
    }

    /// Takes a token even when none is left. The balance is bounded by the negative of the burst, which bounds the
    /// waiting time.
    mutating func consume(_ budget: Budget) {
        tokens = max(tokens - 1, -Double(budget.burst))
    }

    mutating func refund(_ budget: Budget) {
        tokens = min(Double(budget.burst), tokens + 1)
    }

    /// Whether the bucket is full and therefore equivalent to a new one.
    func isFull(_ budget: Budget, at now: Duration) -> Bool {
        var bucket = self
        bucket.fill(budget, at: now)
        return bucket.tokens >= Double(budget.burst)
    }

    private mutating func fill(_ budget: Budget, at now: Duration) {
        let seconds = (now - filledAt) / .seconds(1)
        tokens = min(Double(budget.burst), tokens + seconds * Double(budget.perMinute) / 60)
        filledAt = now
    }
}
