public import MarketModels

/// A limit on attempts to guess secrets. The nodes of one market share it.
///
/// Wrong secrets are limited for each product, by network and for all clients together, and for all products by network.
/// Guesses of others must not lock out whoever knows the secret:
///
/// - While all clients together have used up a product's limit, each network still has a few attempts an hour.
/// - A browser that holds the product's right or a ticket has a limit of its own.
/// - For a client that has presented the right secret within a day, only the limit for one client and its networks counts.
/// - Whoever has tried too often for other products is still checked, slowly (``Attempt/isSlow``).
public struct AttemptLimiter: Sendable {
    /// The limits of an attempt limiter.
    public struct Limits: Hashable, Sendable {
        /// Wrong secrets a minute for one product from one client. Wider networks have two and four times as many.
        public var perSource = 10
        /// Wrong secrets a minute for one product from all clients, before each network has only ``reserve``.
        public var perProduct = 100
        /// Wrong secrets an hour for one product from one network while others have used up ``perProduct``: as often as a
        /// person mistypes.
        public var reserve = 5
        /// Wrong secrets for all products from one client: six products at full rate at once, and one attempt in two
        /// seconds in the long run. Wider networks have two and four times as many. Beyond it, attempts are slow.
        public var perAddress = Budget(perMinute: 30, burst: 60)
        /// Wrong secrets for all products from all clients, beyond which attempts are slow. 10 a second are a tenth of what
        /// two cores can hash.
        public var total = Budget(perMinute: 600, burst: 1200)

        public init() {}
    }

    /// An attempt that counts as a wrong one until its outcome is known, so that concurrent attempts count individually.
    public struct Attempt: Sendable {
        fileprivate let receipt: Charge.Receipt
        /// The number of seconds until a wrong attempt would be an ordinary one; nil if this one is. Such an attempt is
        /// checked in turn with others of its network, and if it is wrong, the next one waits for a while.
        public let slowSeconds: Int?
    }

    public enum Outcome: Sendable {
        case admitted(Attempt)
        case refused(secondsToWait: Int)
    }

    /// The time for which others don't limit a client that has presented the right secret: a seller's day.
    private static let memory = Duration.seconds(86_400)
    private static let ordinaryWays = 3

    private let limits: Limits
    private let buckets: any TokenBuckets

    public init(_ limits: Limits = Limits(), in buckets: any TokenBuckets) {
        self.limits = limits
        self.buckets = buckets
    }

    /// Requests permission for an attempt.
    ///
    /// - Parameter seller: the browser if it holds the product's right or a ticket for it.
    public func begin(
        for product: Product.ID,
        from client: ClientAddress,
        seller: BrowserDigest? = nil
    ) async throws(MarketError) -> Outcome {
        switch try await buckets.take(charge(for: product, client, seller)) {
        case .refused(let seconds): return .refused(secondsToWait: seconds)
        case .taken(let receipt):
            let isSlow = receipt.way >= Self.ordinaryWays
            return .admitted(Attempt(receipt: receipt, slowSeconds: isSlow ? receipt.secondsForBetterWay : nil))
        }
    }

    private func charge(for product: Product.ID, _ client: ClientAddress, _ seller: BrowserDigest?) -> Charge {
        let perSource = Budget(inAMinute: limits.perSource)
        if let seller {
            let own = Charge.Bucket(.guessesOfSellers, "\(product.rawValue) \(seller.rawValue)", perSource)
            return Charge(ways: [[own]])
        }
        let own = perSource.byNetwork(of: client).map {
            Charge.Bucket(.guesses, "\(product.rawValue) \($0.network)", $0.budget)
        }
        let forAll =
            limits.perAddress.byNetwork(of: client).map {
                Charge.Bucket(.guessesForAll, "\($0.network)", $0.budget)
            } + [Charge.Bucket(.guessesForAll, "", limits.total)]
        let perProduct = Budget(inAMinute: limits.perProduct)
        let common = [Charge.Bucket(.guesses, "\(product.rawValue)", perProduct)]
        let reserve = client.networks.map {
            Charge.Bucket(
                .guesses,
                "\(product.rawValue) \($0) reserve",
                Budget(perHour: limits.reserve, burst: limits.reserve)
            )
        }
        return Charge(ways: [
            own + [known(product, client)], own + forAll + common, own + forAll + reserve, own + common, own + reserve,
        ])
    }

    /// Records that the secret was right: the attempt isn't counted, and others don't limit the client for a while.
    public func succeed(
        _ attempt: Attempt,
        for product: Product.ID,
        from client: ClientAddress
    ) async throws(MarketError) {
        try await buckets.giveBack(attempt.receipt)
        try await buckets.open(known(product, client), for: Self.memory)
    }

    /// Uncounts an attempt that ended without a result.
    public func cancel(_ attempt: Attempt) async throws(MarketError) {
        try await buckets.giveBack(attempt.receipt)
    }

    private func known(_ product: Product.ID, _ client: ClientAddress) -> Charge.Bucket {
        let budget = Budget(inAMinute: limits.perSource)
        return Charge.Bucket(.guessesOfSellers, "\(product.rawValue) \(client)", budget, mustExist: true)
    }
}

/// Checks passwords of networks that have tried too many for other products.
///
/// Such a password may be right, so it is checked, but one at a time for each network, and after a wrong one the network
/// waits for a while.
struct SlowAttempts: Sendable {
    /// Others wait elsewhere for their hashes, so many may wait here.
    static let limits = FairQueue.Limits(
        concurrency: 256,
        concurrencyPerKey: 1,
        waitingPerKey: 16,
        waiting: 1024
    )

    /// The time after a wrong password. A second leaves 60 guesses a minute to a network, and isn't too long for a neighbor
    /// who waits behind one of them.
    private static let pause = Duration.seconds(1)

    private let queue = FairQueue(limits: Self.limits)

    func check(
        for client: ClientAddress,
        _ isRight: () async throws(MarketError) -> Bool
    ) async throws(MarketError) -> Bool {
        do {
            return try await queue.inTurn(of: client) { () throws(MarketError) in
                let outcome = try await isRight()
                if !outcome { await waitForPause() }
                return outcome
            }
        } catch .interrupted {
            throw .unavailable(reason: "cancelled while waiting for a check")
        }
    }

    /// Waits in a task of its own: whoever hangs up doesn't shorten it.
    private func waitForPause() async {
        await Task { try? await Task.sleep(for: Self.pause) }.value
    }
}
