/// What the nodes of one market share besides the store: limits, requests in flight, jobs, the
/// images of forms, and one-time links.
///
/// A market that is one process keeps it in memory (``InProcessPorts``). All forms pass the same contract suite
/// (`Tests/SharedPortContract`).
public protocol SharedPorts: Sendable {
    /// The token buckets of rate limits and of attempts to guess secrets.
    var buckets: any TokenBuckets { get }

    /// The requests with an idempotency key that are in flight.
    var requestsInFlight: any RequestsInFlight { get }

    /// The jobs that one process does for the whole market.
    var jobs: any OnceOnlyJobs { get }

    /// The images that are about to be shown or removed.
    var imageClaims: any ImageClaims { get }

    /// The images that forms show.
    var drafts: any DraftTable { get }

    /// Returns the one-time links that move a browser's identity.
    func identityLinks(_ limits: SharedLimit) -> any IdentityLinkStore
}

/// What a market shares that is one process.
public struct InProcessPorts: SharedPorts {
    public let requestsInFlight: any RequestsInFlight = InProcessRequestsInFlight()
    public let jobs: any OnceOnlyJobs = InProcessJobs()
    public let imageClaims: any ImageClaims = InProcessImageClaims()
    public let drafts: any DraftTable
    public let buckets: any TokenBuckets
    private let clock: any MonotonicClock

    public init(clock: any MonotonicClock) {
        self.clock = clock
        drafts = InProcessDraftTable(clock: clock)
        buckets = InProcessTokenBuckets(clock: clock)
    }

    public func identityLinks(_ limits: SharedLimit) -> any IdentityLinkStore {
        InProcessIdentityLinks(limits: limits, clock: clock)
    }
}

/// The jobs that one process does for the whole market, at intervals.
public protocol OnceOnlyJobs: Sendable {
    /// Returns whether this process should do a job now: unless another one has begun to do it within the interval. A job
    /// must be harmless when it is done twice, because a process may stop in the middle of it.
    func begin(_ job: MarketJob, every interval: Duration) async throws(MarketError) -> Bool
}

/// A job that one process does.
public enum MarketJob: String, CaseIterable, Sendable {
    /// Changes the states of listings that are due.
    case advanceListings
    /// Removes images that no product uses from an object store, which all servers share.
    case cleanUpImages
    /// Removes the images of expired forms.
    case removeDrafts
}

/// The jobs of a market that is one process, which does all of them.
struct InProcessJobs: OnceOnlyJobs {
    func begin(_ job: MarketJob, every interval: Duration) -> Bool { true }
}
