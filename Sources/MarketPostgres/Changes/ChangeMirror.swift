internal import MarketModels
internal import Synchronization

/// What a process remembers of the log of changes, so that it can be read without I/O.
final class ChangeMirror: Sendable {
    /// The maximum age of what is answered from memory. With the time until the answer it stays below a second.
    static let ageLimit: Duration = .milliseconds(900)

    private let mirroredBase: Mutex<RevisionBase>
    private let mirroredRevision: Atomic<Int64>
    /// The categories, and how often they were remembered.
    private let mirroredCategories: Mutex<(tree: CategoryTree, number: Int)>
    private let mirroredCategoryRevision = Atomic<Int64>(0)
    private let epoch: ContinuousClock.Instant
    /// When the last successful look at the log began, in milliseconds after ``epoch``.
    private let lookTime = Atomic<Int64>(0)
    private let doubt = Atomic<Bool>(false)
    private let reachability = Atomic<Bool>(true)

    /// - Parameter begin: a time before the log was read.
    init(_ state: ChangeReader.State, categories: CategoryTree, readAfter begin: ContinuousClock.Instant) {
        epoch = begin
        mirroredBase = Mutex(state.base)
        mirroredRevision = Atomic(state.revision.rawValue)
        mirroredCategories = Mutex((categories, 0))
    }

    var base: RevisionBase { mirroredBase.withLock { $0 } }
    var revision: Revision { Revision(rawValue: mirroredRevision.load(ordering: .acquiring)) }
    var categories: CategoryTree { mirroredCategories.withLock { $0.tree } }
    var categoryRevision: Revision { Revision(rawValue: mirroredCategoryRevision.load(ordering: .acquiring)) }

    /// Whether the log was read recently enough to answer from memory.
    var isCurrent: Bool { lag <= Self.ageLimit }

    /// How long ago the last successful look at the log began.
    var lag: Duration {
        max(.zero, ContinuousClock.now - epoch - .milliseconds(lookTime.load(ordering: .acquiring)))
    }

    /// Whether the log could be read at the last attempt.
    var isLogReachable: Bool { reachability.load(ordering: .acquiring) }

    /// Remembers that the log was read, and the categories if they had changed.
    ///
    /// - Parameter begin: a time before it was read.
    func looked(after begin: ContinuousClock.Instant) {
        _ = lookTime.max((begin - epoch).inMilliseconds, ordering: .acquiringAndReleasing)
        reachability.store(true, ordering: .releasing)
    }

    /// Remembers that the log couldn't be read.
    func lookFailed() { reachability.store(false, ordering: .releasing) }

    /// Reads the log, and remembers what has changed. Of several reads at once, the newest one counts.
    ///
    /// - Parameter connection: a connection without a transaction.
    /// - Returns: the newest revision that was read.
    @discardableResult
    func look(_ connection: PostgresConnection) throws -> Revision {
        while true {
            let base = base
            let state = try ChangeReader(connection: connection).state(since: base, known: revision)
            if update(state, since: base) { return state.revision }
        }
    }

    /// Remembers what was read.
    ///
    /// - Parameter base: the base from which it was read.
    /// - Returns: false if it may be outdated, because this process has seen another history in the meantime, or has told a
    ///   revision that is later than those of the history that was read.
    private func update(_ state: ChangeReader.State, since base: RevisionBase) -> Bool {
        mirroredBase.withLock { current in
            if state.base.history == current.history {
                if state.base.horizon > current.horizon { current = state.base }
            } else {
                guard base.history == current.history, state.revision > revision else { return false }
                current = state.base
                // The versions of products count anew, too. So this is first.
                _ = mirroredCategoryRevision.max(state.revision.rawValue, ordering: .acquiringAndReleasing)
            }
            if state.changesCategories { doubtCategories() }
            _ = mirroredRevision.max(state.revision.rawValue, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// Remembers that the categories have to be read again.
    func doubtCategories() { doubt.store(true, ordering: .releasing) }

    /// Returns whether the categories have to be read again, and forgets it.
    func takeDoubtOfCategories() -> Bool { doubt.exchange(false, ordering: .acquiringAndReleasing) }

    /// Remembers a revision that a read has seen.
    ///
    /// - Parameter base: the base from which it was counted.
    /// - Returns: false if this process has seen another history in the meantime.
    func update(_ revision: Revision, since base: RevisionBase) -> Bool {
        mirroredBase.withLock { current in
            guard base.history == current.history else { return false }
            _ = mirroredRevision.max(revision.rawValue, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// Reads the categories and remembers them. If others were remembered in the meantime, which of both are newer isn't
    /// known, and they are read again.
    ///
    /// - Parameter connection: a connection without a transaction, so that each read sees what is stored at its time.
    /// - Returns: whether they are others than before.
    func updateCategories(_ connection: PostgresConnection) throws -> Bool {
        while true {
            let number = mirroredCategories.withLock { $0.number }
            let tree = try CategoryReader(connection: connection).tree()
            let areOthers: Bool? = mirroredCategories.withLock { mirrored in
                guard mirrored.number == number else { return nil }
                defer { mirrored = (tree, number + 1) }
                return mirrored.tree != tree
            }
            if let areOthers { return areOthers }
        }
    }

    /// Remembers that everything read before the current revision may show other categories.
    func updateCategoryRevision() {
        _ = mirroredCategoryRevision.max(revision.rawValue, ordering: .acquiringAndReleasing)
    }
}
