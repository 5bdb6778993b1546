internal import Foundation

/// The work on one picture in one size, which all its askers share.
struct ImageWork<Image: Sendable>: Sendable {
    enum Stage: Sendable {
        /// Its bytes are on their way.
        case awaitsBytes
        /// It waits for its turn to be decoded.
        case waits(FetchedPicture)
        case decodes(FetchedPicture)
    }

    var stage = Stage.awaitsBytes
    /// By the number that each asker gets.
    var askers: [UInt64: ImageAsker<Image>] = [:]
    /// Whether it was prefetched and nobody has asked for it since.
    var isPrefetched = false
    /// How many askers are visible ones: their number can be large, and the priority is asked for often.
    private(set) var visibleAskerCount = 0
    /// While it is being decoded.
    var task: Task<Void, Never>?
    /// The decoding was told to end, and has not yet.
    var isCancelled = false

    var isWanted: Bool { isPrefetched || !askers.isEmpty }
    var priority: ImagePriority { visibleAskerCount > 0 ? .visible : .prefetched }

    mutating func add(_ asker: ImageAsker<Image>, number: UInt64) {
        askers[number] = asker
        guard asker.priority == .visible else { return }
        visibleAskerCount += 1
        // What was prefetched has become visible. When it leaves the screen, nobody is left.
        isPrefetched = false
    }

    mutating func remove(_ number: UInt64) -> ImageAsker<Image>? {
        guard let asker = askers.removeValue(forKey: number) else { return nil }
        if asker.priority == .visible { visibleAskerCount -= 1 }
        return asker
    }
}
