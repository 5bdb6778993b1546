/// The rate limits of something that clients may do without an account.
public struct ClientBudgetLimits: Hashable, Sendable {
    /// The limit of one client. Wider networks have two and four times as much (``Budget/byNetwork(of:)``).
    public var perAddress: Budget
    /// What all clients may do together before each network has only its share; nil for no such limit.
    public var total: Budget?
    /// The number of minutes at the client's rate that a network may use up in an hour, for what can't be given back; nil
    /// for no such limit.
    public var minutesPerHour: Int?

    public init(perAddress: Budget, total: Budget? = nil, minutesPerHour: Int? = nil) {
        self.perAddress = perAddress
        self.total = total
        self.minutesPerHour = minutesPerHour
    }

    /// What a network may do while the total is used up: a fifth of a client's rate. So nobody can use up what others need,
    /// and somebody new is let through.
    var share: Budget {
        Budget(perHour: max(60, perAddress.perHour / 5), burst: max(1, perAddress.perHour / 300))
    }
}

/// A rate limit on operations that need no account. The nodes of one market share it.
public struct ClientBudget: Sendable {
    private let kind: Charge.Kind
    private let limits: ClientBudgetLimits
    private let buckets: any TokenBuckets

    public init(_ kind: Charge.Kind, _ limits: ClientBudgetLimits, in buckets: any TokenBuckets) {
        self.kind = kind
        self.limits = limits
        self.buckets = buckets
    }

    /// Returns the number of seconds until the client may do it, or nil if it may now. Takes nothing.
    public func secondsToWait(for client: ClientAddress) async throws(MarketError) -> Int? {
        switch try await buckets.take(charge(for: client, isQuestion: true)) {
        case .taken: nil
        case .refused(let seconds): seconds
        }
    }

    /// Takes tokens before the work that they are for.
    ///
    /// - Parameter amount: how much of what the budget limits.
    public func take(_ amount: Int = 1, for client: ClientAddress) async throws(MarketError) -> Charge.Outcome {
        try await buckets.take(charge(amount, for: client))
    }

    /// Gives tokens back, because nothing was done for them.
    public func giveBack(_ receipt: Charge.Receipt) async throws(MarketError) { try await buckets.giveBack(receipt) }

    /// Takes a token and does the work that it is for. The token is given back if the work fails.
    ///
    /// - Throws: `MarketError.tooManyRequests`, or an error of the work.
    public func spending<Value>(
        for client: ClientAddress,
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws(MarketError) -> Value
    ) async throws(MarketError) -> Value {
        switch try await take(for: client) {
        case .refused(let seconds): throw .tooManyRequests(retryAfterSeconds: seconds)
        case .taken(let receipt):
            do throws(MarketError) {
                return try await work()
            } catch {
                try? await giveBack(receipt)
                throw error
            }
        }
    }

    /// Counts a wrong link, session or key.
    ///
    /// - Throws: ``MarketError/tooManyRequests(retryAfterSeconds:)`` if there were too many.
    func countGuess(from client: ClientAddress) async throws(MarketError) {
        if case .refused(let seconds) = try await take(for: client) {
            throw .tooManyRequests(retryAfterSeconds: seconds)
        }
    }

    private func charge(_ amount: Int = 1, for client: ClientAddress, isQuestion: Bool = false) -> Charge {
        let networks = limits.perAddress.byNetwork(of: client)
        var own = networks.map { Charge.Bucket(kind, "\($0.network)", $0.budget) }
        if let minutes = limits.minutesPerHour {
            let hourly = max(1, limits.perAddress.perHour / 60 * minutes)
            own += networks.map {
                Charge.Bucket(kind, "\($0.network) hourly", Budget(perHour: hourly, burst: hourly))
            }
        }
        guard let total = limits.total else { return Charge(ways: [own], amount: amount, isQuestion: isQuestion) }
        let shares = networks.map { Charge.Bucket(kind, "\($0.network) share", limits.share) }
        return Charge(
            ways: [own + [Charge.Bucket(kind, "", total)], own + shares],
            amount: amount,
            isQuestion: isQuestion
        )
    }
}
