/// How often something may be done: so many times at once, and so many times a minute in the long run (a token bucket).
public struct Budget: Hashable, Sendable {
    public var perMinute: Int
    public var burst: Int

    /// Both at least 1.
    public init(perMinute: Int, burst: Int) {
        precondition(perMinute >= 1 && burst >= 1, "A budget of nothing allows nothing.")
        self.perMinute = perMinute
        self.burst = burst
    }
}

/// What is left of a ``Budget``.
struct TokenBucket: Sendable {
    private var tokens: Double
    private var filledAt: Duration

    init(_ budget: Budget, at now: Duration) {
        tokens = Double(budget.burst)
        filledAt = now
    }

    /// The seconds until something may be done, rounded up; nil if it may be done now.
    mutating func secondsToWait(_ budget: Budget, at now: Duration) -> Int? {
        fill(budget, at: now)
        guard tokens < 1 else { return nil }
        return max(1, Int(((1 - tokens) * 60 / Double(budget.perMinute)).rounded(.up)))
    }

    /// Takes one, also where there is none left: not below the negative of the burst, so that there is an end to waiting.
    mutating func take(_ budget: Budget) {
        tokens = max(tokens - 1, -Double(budget.burst))
    }

    mutating func giveBack(_ budget: Budget) {
        tokens = min(Double(budget.burst), tokens + 1)
    }

    /// Whether it says no more than a new one would.
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
