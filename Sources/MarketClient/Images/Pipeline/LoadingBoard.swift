internal import Foundation

/// Who asks for what, how far it is, and what comes next: all that an image loader remembers.
///
/// A picture goes through the disk cache or the network once for all its sizes, then each size through the decoder once
/// for all its askers. The board does none of that. It says what is to begin (``begin(_:)``), is told what has ended, and
/// collects whom to answer and what to cancel until ``takeConsequences()``, because both run foreign code and must wait
/// until the lock is open.
struct LoadingBoard<Image: Sendable>: Sendable {
    /// A piece of work that is to begin now.
    enum Step: Hashable, Sendable {
        case read(URL)
        case fetch(URL)
        case decode(ImageKey, FetchedPicture)
    }

    /// What is to be done once the lock is open.
    struct Consequences: Sendable {
        var cancelled: [Task<Void, Never>] = []
        var answered: [(asker: ImageAsker<Image>, outcome: Result<Image, ImageLoadingError>)] = []
    }

    let hasDisk: Bool
    var images: [ImageKey: ImageWork<Image>] = [:]
    var pictures: [URL: PictureWork] = [:]
    var reads: WorkLine<URL>
    var fetches: WorkLine<URL>
    var decodes: WorkLine<ImageKey>
    var consequences = Consequences()

    init(limits: ImageLoadingLimits, order: VisibleImageOrder, hasDisk: Bool) {
        self.hasDisk = hasDisk
        reads = WorkLine(width: 1, prefetchWidth: 1, order: order)
        fetches = WorkLine(width: 1, prefetchWidth: 1, order: order)
        decodes = WorkLine(width: 1, prefetchWidth: 1, order: order)
        set(limits)
    }

    /// From now on; what runs above a lowered limit goes on.
    mutating func set(_ limits: ImageLoadingLimits) {
        (reads.width, reads.prefetchWidth) = (limits.readsAtOnce, limits.readsAtOnce)
        (fetches.width, fetches.prefetchWidth) = (limits.fetchesAtOnce, limits.prefetchesAtOnce)
        (decodes.width, decodes.prefetchWidth) = (limits.decodesAtOnce, limits.decodesAtOnce)
    }

    mutating func takeConsequences() -> Consequences {
        defer { consequences = Consequences() }
        return consequences
    }

    /// Begins everything whose turn it is.
    ///
    /// - Parameter start: makes the task that does it.
    mutating func begin(_ start: (Step, ImagePriority) -> Task<Void, Never>) {
        while let url = reads.next() {
            let task = start(.read(url), priority(of: url))
            pictures[url]?.stage = .reads
            pictures[url]?.task = task
        }
        while let url = fetches.next() {
            let task = start(.fetch(url), priority(of: url))
            pictures[url]?.stage = .fetches
            pictures[url]?.task = task
        }
        while let key = decodes.next() {
            guard case .waits(let picture) = images[key]?.stage else {
                decodes.end(key)
                continue
            }
            let task = start(.decode(key, picture), images[key]?.priority ?? .prefetched)
            images[key]?.stage = .decodes(picture)
            images[key]?.task = task
        }
    }

    func priority(of url: URL) -> ImagePriority {
        (pictures[url]?.sizes ?? []).compactMap { images[$0]?.priority }.max() ?? .prefetched
    }
}
