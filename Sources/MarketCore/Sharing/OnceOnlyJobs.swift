/// The jobs that one process does for the whole market, at intervals.
public protocol OnceOnlyJobs: Sendable {
    /// Returns whether this process should do a job now: unless another one has begun to do it within the interval. A job
    /// must be harmless when it is done twice, because a process may stop in the middle of it.
    func begin(_ job: MarketJob, every interval: Duration) async throws(StoreError) -> Bool
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
