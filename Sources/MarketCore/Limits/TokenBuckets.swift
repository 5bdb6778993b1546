import Synchronization

/// The token buckets of a market, which its servers share.
public protocol TokenBuckets: Sendable {
    /// Takes tokens from each bucket of the first of the charge's ways that has enough in all of them.
    func take(_ charge: Charge) async throws(MarketError) -> Charge.Outcome

    /// Gives back what a charge has taken, because nothing was done for it.
    func giveBack(_ receipt: Charge.Receipt) async throws(MarketError)

    /// Creates a bucket for a while, or fills it, for charges that need one that exists.
    func open(_ bucket: Charge.Bucket, for time: Duration) async throws(MarketError)
}

/// What an operation costs: tokens from several buckets, in one of several ways.
public struct Charge: Hashable, Sendable {
    /// What a bucket is for.
    public enum Kind: String, CaseIterable, Sendable {
        case listings, contacts, printing, storedBytes, reports
        /// Wrong secrets for a product, those of an address for all products, and those of whoever has been right.
        case guesses, guessesForAll, guessesOfSellers
        /// Wrong links and sessions of operators.
        case operatorGuesses
    }

    public struct Key: Hashable, Comparable, Sendable {
        public let kind: Kind
        public let subject: String

        public init(_ kind: Kind, _ subject: String) {
            self.kind = kind
            self.subject = subject
        }

        public static func < (one: Key, other: Key) -> Bool {
            (one.kind.rawValue, one.subject) < (other.kind.rawValue, other.subject)
        }
    }

    public struct Bucket: Hashable, Sendable {
        public let key: Key
        public let budget: Budget
        /// Whether the bucket must have been opened; others are full until something is taken.
        public let mustExist: Bool

        public init(_ kind: Kind, _ subject: String, _ budget: Budget, mustExist: Bool = false) {
            key = Key(kind, subject)
            self.budget = budget
            self.mustExist = mustExist
        }
    }

    public enum Outcome: Hashable, Sendable {
        case taken(Receipt)
        /// No way has tokens. The first one does in these seconds.
        case refused(secondsToWait: Int)
    }

    /// What was taken.
    public struct Receipt: Hashable, Sendable {
        public let buckets: [Bucket]
        /// The number of tokens, from each of them.
        public let amount: Int
        /// The index of the way.
        public let way: Int
        /// The number of seconds until a way before this one has tokens; 0 for the first way.
        public let secondsForBetterWay: Int
    }

    /// The buckets of each way to pay, in the order of preference.
    public let ways: [[Bucket]]
    /// The number of tokens, from each bucket.
    public let amount: Int
    /// Whether nothing is taken; the outcome says what would happen.
    public let isQuestion: Bool

    public init(ways: [[Bucket]], amount: Int = 1, isQuestion: Bool = false) {
        self.ways = ways
        self.amount = amount
        self.isQuestion = isQuestion
    }

    /// All buckets, each once, in the order in which they must be locked.
    public var buckets: [Bucket] { Set(ways.joined()).sorted { $0.key < $1.key } }

    /// Takes the tokens from buckets. A bucket that isn't among them is full.
    public func take(from buckets: inout [Key: TokenBucket], at now: Duration) -> Outcome {
        for bucket in self.buckets {
            if buckets[bucket.key] == nil, !bucket.mustExist {
                buckets[bucket.key] = TokenBucket(full: bucket.budget, at: now)
            }
            buckets[bucket.key]?.fill(bucket.budget, at: now)
        }
        var shortest: Int?
        for (number, way) in ways.enumerated() {
            // A bucket that must exist and doesn't isn't waited for.
            guard way.allSatisfy({ buckets[$0.key] != nil }) else { continue }
            let wait = way.compactMap { buckets[$0.key]?.secondsToWait(for: amount, $0.budget, at: now) }.max()
            guard let wait else {
                if !isQuestion { for bucket in way { buckets[bucket.key]?.take(amount) } }
                return .taken(
                    Receipt(buckets: way, amount: amount, way: number, secondsForBetterWay: shortest ?? 0)
                )
            }
            shortest = min(shortest ?? wait, wait)
        }
        return .refused(secondsToWait: shortest ?? 1)
    }
}

/// The token buckets of a single process, in memory.
public final class InProcessTokenBuckets: TokenBuckets {
    private struct Entry {
        var bucket: TokenBucket
        /// When the entry is equivalent to none.
        var endsAt: Duration
    }

    /// The maximum number of buckets of each kind that are remembered, in about 20 MB. A full table drops the one that was
    /// used longest ago.
    public static let capacity = 100_000

    private let clock: any MonotonicClock
    private let state: Mutex<[Charge.Kind: BoundedTable<Charge.Key, Entry>]>

    /// - Parameter capacity: smaller in tests.
    public init(clock: any MonotonicClock, capacity: Int = InProcessTokenBuckets.capacity) {
        self.clock = clock
        let tables = Charge.Kind.allCases.map { ($0, BoundedTable<Charge.Key, Entry>(capacity: capacity)) }
        state = Mutex(Dictionary(uniqueKeysWithValues: tables))
    }

    public func take(_ charge: Charge) -> Charge.Outcome {
        let now = clock.elapsed
        return state.withLock { tables in
            var buckets: [Charge.Key: TokenBucket] = [:]
            for bucket in charge.buckets {
                guard let entry = tables[bucket.key.kind]?[bucket.key], entry.endsAt > now else { continue }
                buckets[bucket.key] = entry.bucket
            }
            let outcome = charge.take(from: &buckets, at: now)
            guard !charge.isQuestion, case .taken(let receipt) = outcome else { return outcome }
            for bucket in receipt.buckets {
                guard let taken = buckets[bucket.key] else { continue }
                let opened = bucket.mustExist ? tables[bucket.key.kind]?[bucket.key]?.endsAt : nil
                tables[bucket.key.kind]?.removeOldest { $0.endsAt <= now }
                tables[bucket.key.kind]?.set(
                    Entry(bucket: taken, endsAt: opened ?? taken.fullAt(bucket.budget)),
                    for: bucket.key
                )
            }
            return outcome
        }
    }

    public func giveBack(_ receipt: Charge.Receipt) {
        state.withLock { tables in
            for bucket in receipt.buckets {
                tables[bucket.key.kind]?.update(bucket.key) { $0.bucket.giveBack(receipt.amount, bucket.budget) }
            }
        }
    }

    public func open(_ bucket: Charge.Bucket, for time: Duration) {
        let now = clock.elapsed
        state.withLock { tables in
            tables[bucket.key.kind]?.removeOldest { $0.endsAt <= now }
            tables[bucket.key.kind]?.set(
                Entry(bucket: TokenBucket(full: bucket.budget, at: now), endsAt: now + time),
                for: bucket.key
            )
        }
    }
}
