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

    /// Remembers what was read. Of several reads at once, the newest one counts.
    ///
    /// - Parameter readsCategories: whether the categories were read after the state. If not, and they may have changed,
    ///   they are doubted.
    func update(_ state: ChangeReader.State, readsCategories: Bool = false) {
        if state.changesCategories, !readsCategories { doubtCategories() }
        mirroredBase.withLock { if state.base.horizon > $0.horizon { $0 = state.base } }
        update(state.revision)
    }

    /// Remembers that the categories have to be read again.
    func doubtCategories() { doubt.store(true, ordering: .releasing) }

    /// Returns whether the categories have to be read again, and forgets it.
    func takeDoubtOfCategories() -> Bool { doubt.exchange(false, ordering: .acquiringAndReleasing) }

    /// Remembers a revision that a read has seen.
    func update(_ revision: Revision) {
        _ = mirroredRevision.max(revision.rawValue, ordering: .acquiringAndReleasing)
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
