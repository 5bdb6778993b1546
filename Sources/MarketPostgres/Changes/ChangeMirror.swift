internal import MarketModels
internal import Synchronization

/// What a process remembers of the log of changes, so that it can be read without I/O.
final class ChangeMirror: Sendable {
    private let mirroredBase: Mutex<RevisionBase>
    private let mirroredRevision: Atomic<Int64>
    private let mirroredCategories: Mutex<CategoryTree>
    private let mirroredCategoryRevision = Atomic<Int64>(0)

    init(_ state: ChangeReader.State, categories: CategoryTree) {
        mirroredBase = Mutex(state.base)
        mirroredRevision = Atomic(state.revision.rawValue)
        mirroredCategories = Mutex(categories)
    }

    var base: RevisionBase { mirroredBase.withLock { $0 } }
    var revision: Revision { Revision(rawValue: mirroredRevision.load(ordering: .acquiring)) }
    var categories: CategoryTree { mirroredCategories.withLock { $0 } }
    var categoryRevision: Revision { Revision(rawValue: mirroredCategoryRevision.load(ordering: .acquiring)) }

    /// Remembers what was read. Of several reads at once, the newest one counts.
    func update(_ state: ChangeReader.State) {
        mirroredBase.withLock { if state.base.horizon > $0.horizon { $0 = state.base } }
        update(state.revision)
    }

    /// Remembers a revision that a read has seen.
    func update(_ revision: Revision) {
        _ = mirroredRevision.max(revision.rawValue, ordering: .acquiringAndReleasing)
    }

    /// Remembers the categories.
    ///
    /// - Returns: whether they are others than before.
    func update(_ categories: CategoryTree) -> Bool {
        mirroredCategories.withLock { mirrored in
            defer { mirrored = categories }
            return mirrored != categories
        }
    }

    /// Remembers that everything read before the current revision may show other categories.
    func updateCategoryRevision() {
        _ = mirroredCategoryRevision.max(revision.rawValue, ordering: .acquiringAndReleasing)
    }
}
