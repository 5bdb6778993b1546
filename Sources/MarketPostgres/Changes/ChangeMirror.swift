internal import MarketCore
internal import MarketModels
internal import Synchronization

/// What a process remembers of the log of changes, so that it can be read without I/O.
final class ChangeMirror: Sendable {
    /// The maximum age of what is answered from memory. With the time until the answer it stays below a second.
    static let ageLimit: Duration = .milliseconds(900)

    private let mirroredBase: Mutex<RevisionBase>
    private let mirroredRevision: Atomic<Int64>
    /// The categories and the profile, and the revision at which they were read.
    private let mirroredSite: Mutex<(site: ChangeReader.Site, revision: Revision)>
    private let mirroredSiteRevision = Atomic<Int64>(0)
    private let epoch: ContinuousClock.Instant
    /// When the last successful poll of the log began, in milliseconds after ``epoch``.
    private let pollTime = Atomic<Int64>(0)
    private let reachability = Atomic<Bool>(true)
    private let report: @Sendable (ChangeLogCondition) -> Void

    /// - Parameters:
    ///   - begin: a time before the log was read.
    ///   - report: called when a read of the log has found that the database was restored.
    init(
        _ state: ChangeReader.State,
        readAfter begin: ContinuousClock.Instant,
        report: @escaping @Sendable (ChangeLogCondition) -> Void
    ) {
        self.report = report
        if state.isRestored { report(.restored) }
        epoch = begin
        mirroredBase = Mutex(state.base)
        mirroredRevision = Atomic(state.revision.rawValue)
        let site = state.site ?? ChangeReader.Site(categories: .empty, profile: .empty, lastErasure: 0)
        mirroredSite = Mutex((site, state.revision))
    }

    var base: RevisionBase { mirroredBase.withLock { $0 } }
    var revision: Revision { Revision(rawValue: mirroredRevision.load(ordering: .acquiring)) }
    var categories: CategoryTree { mirroredSite.withLock { $0.site.categories } }
    var profile: MarketProfile { mirroredSite.withLock { $0.site.profile } }
    var siteRevision: Revision { Revision(rawValue: mirroredSiteRevision.load(ordering: .acquiring)) }

    /// Whether the log was read recently enough to answer from memory.
    var isCurrent: Bool { lag <= Self.ageLimit }

    /// How long ago the last successful poll of the log began.
    var lag: Duration {
        max(.zero, ContinuousClock.now - epoch - .milliseconds(pollTime.load(ordering: .acquiring)))
    }

    /// Whether the log could be read at the last attempt.
    var isLogReachable: Bool { reachability.load(ordering: .acquiring) }

    /// Remembers that the log was read.
    ///
    /// - Parameter begin: a time before it was read.
    func polled(after begin: ContinuousClock.Instant) {
        _ = pollTime.max((begin - epoch).inMilliseconds, ordering: .acquiringAndReleasing)
        reachability.store(true, ordering: .releasing)
    }

    /// Remembers that the log couldn't be read.
    func pollFailed() { reachability.store(false, ordering: .releasing) }

    /// Reads the log, and remembers what has changed. Of several reads at once, the newest one counts.
    ///
    /// - Parameter connection: a connection without a transaction.
    /// - Returns: the newest revision that was read.
    @discardableResult
    func poll(_ connection: PostgresConnection) throws -> Revision {
        while true {
            let base = base
            let state = try ChangeReader(connection: connection).state(since: base, known: revision)
            if state.isRestored { report(.restored) }
            if update(state, since: base) { return state.revision }
        }
    }

    /// Remembers what was read.
    ///
    /// - Parameter base: the base from which it was read.
    /// - Returns: false if it may be outdated, because this process has seen another history in the meantime, or has told a
    ///   revision that is later than those of the history that was read.
    func update(_ state: ChangeReader.State, since base: RevisionBase) -> Bool {
        mirroredBase.withLock { current in
            if state.base.history == current.history {
                if state.base.horizon > current.horizon { current = state.base }
            } else {
                guard base.history == current.history, state.revision > revision else { return false }
                current = state.base
                // The versions of products count anew, too. So this is first.
                _ = mirroredSiteRevision.max(state.revision.rawValue, ordering: .acquiringAndReleasing)
            }
            // Whoever knows the revision knows the categories and the profile.
            if let site = state.site { update(site, at: state.revision) }
            _ = mirroredRevision.max(state.revision.rawValue, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// - Parameter revision: that of the snapshot in which they were read. The same ones at a later one don't matter, and an
    ///   earlier one has been overtaken by another poll.
    private func update(_ site: ChangeReader.Site, at revision: Revision) {
        mirroredSite.withLock { mirrored in
            guard revision > mirrored.revision else { return }
            if mirrored.site != site {
                _ = mirroredSiteRevision.max(revision.rawValue, ordering: .acquiringAndReleasing)
            }
            mirrored = (site, revision)
        }
    }

    /// Makes sure that this process knows what belongs to a revision that a read has seen, and the revision.
    ///
    /// - Parameters:
    ///   - base: the base from which it was counted.
    ///   - connection: a connection without a transaction.
    /// - Returns: false if this process has seen another history in the meantime.
    func catchUp(with revision: Revision, since base: RevisionBase, _ connection: PostgresConnection) throws -> Bool {
        if revision > self.revision { try poll(connection) }
        return self.base.history == base.history
    }
}
