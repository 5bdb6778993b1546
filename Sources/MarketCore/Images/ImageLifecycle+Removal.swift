internal import MarketModels

extension ImageLifecycle {
    /// The maximum number of images that are claimed at once, so that nobody who lists one of them waits long.
    static let removalSize = 100
    /// The maximum number of images that are removed before the time is looked at.
    private static let removalStep = 10
    /// The time after which no more images are removed with one claim: a third of the time after which claims end.
    static let removalTime: Duration = .seconds(10)

    /// Where removed images go.
    enum RemovalDestination {
        case nowhere, trash
    }

    /// Removes those of the images that aren't in use, some at a time. Storing one of them again waits until it is removed.
    ///
    /// When a removal stalls, its claim may end, and another server may list a product with an image that is about to be
    /// removed. So images go to the trash first, if claims can end, and whatever was removed without a claim is brought back.
    ///
    /// - Parameter released: the notes about the images, which go when their images are removed or found to be in use. What is
    ///   only held, or is being removed by somebody else, stays noted.
    func removeUnused(
        _ names: Set<ImageName>,
        to destination: RemovalDestination,
        _ released: [ReleasedImage] = [],
        at now: Timestamp
    ) async throws(MarketError) {
        try await bringMisplacedImagesBack()
        var rest = names
        while !rest.isEmpty {
            let part = Set(rest.prefix(Self.removalSize))
            let deadline = monotonicClock.elapsed + Self.removalTime
            var work = RemovalWork(
                removal: try await claims.beginRemoval(of: part),
                destination: destination,
                startedAt: now,
                deadline: deadline
            )
            var failure = await removePart(part, &work)
            let unclaimed = await claims.endRemoval(work.removal)
            let lost = unclaimed.intersection(work.trashed)
            for name in lost { misplacedImages[name] = work.startedAt }
            // Somebody may wait, and a store that is out of reach for one call is so for the next.
            if let failure, case .unreachable = failure { throw failure }
            if destination == .nowhere {
                do throws(MarketError) {
                    try await deleteFromTrash(work.trashed.subtracting(lost), work, released)
                    work.done.subtract(unclaimed)
                    // What stays noted for now is looked at again.
                    try? await store.removeReleased(released.filter { work.done.contains($0.name) })
                } catch {
                    // What isn't noted and stays there after midnight is deleted when the trash is emptied.
                    failure = failure ?? error
                }
            }
            try await bringMisplacedImagesBack()
            if let failure { throw failure }
            guard lost.isEmpty, !work.finished.isEmpty else {
                throw .unavailable(reason: "removing took too long, and \(lost.count) of them were brought back")
            }
            rest.subtract(work.finished)
        }
    }

    private func removePart(_ part: Set<ImageName>, _ work: inout RemovalWork) async -> MarketError? {
        do throws(MarketError) {
            var unused = Array(try await store.unusedImages(among: work.removal.names))
            work.finished = part.subtracting(unused)
            work.done = work.removal.names.subtracting(unused)
            while !unused.isEmpty, monotonicClock.elapsed < work.deadline {
                let step = Set(unused.suffix(Self.removalStep))
                unused.removeLast(step.count)
                try await removeStep(step, &work)
                work.finished.formUnion(step)
                work.done.formUnion(step)
            }
            return nil
        } catch {
            return error
        }
    }

    private func removeStep(_ step: Set<ImageName>, _ work: inout RemovalWork) async throws(MarketError) {
        guard work.destination == .trash || work.removal.endsByItself else { return try await imageStore.remove(step) }
        // Before it is true, because what fails may have moved some.
        work.trashed.formUnion(step)
        do {
            try await imageStore.moveToTrash(step, at: work.startedAt)
        } catch .storageFull where work.destination == .nowhere {
            // Removing makes room.
            try await imageStore.remove(step)
        }
    }

    /// Deletes images from the trash of the day, and of the days on which earlier attempts may have left them there.
    private func deleteFromTrash(
        _ names: Set<ImageName>,
        _ work: RemovalWork,
        _ released: [ReleasedImage]
    ) async throws(MarketError) {
        guard !names.isEmpty else { return }
        func day(_ moment: Timestamp) -> Int64 { moment.millisecondsSinceEpoch / 86_400_000 }
        let first = max(
            released.filter { names.contains($0.name) }.map(\.releasedAt).min() ?? work.startedAt,
            work.startedAt.adding(seconds: -Self.trashAge)
        )
        var moment = work.startedAt
        repeat {
            try await imageStore.deleteFromTrash(names, movedAt: moment)
            moment = moment.adding(days: -1)
        } while day(moment) >= day(first)
    }

    private func bringMisplacedImagesBack() async throws(MarketError) {
        for (moment, images) in Dictionary(grouping: misplacedImages, by: \.value) {
            let names = Set(images.map(\.key))
            try await imageStore.takeFromTrash(names, movedAt: moment)
            for name in names where misplacedImages[name] == moment { misplacedImages[name] = nil }
        }
    }
}

/// What is done with one claim.
private struct RemovalWork {
    let removal: ImageRemoval
    let destination: ImageLifecycle.RemovalDestination
    let startedAt: Timestamp
    let deadline: Duration
    /// The images that were dealt with.
    var finished: Set<ImageName> = []
    /// Those of them that are removed or in use.
    var done: Set<ImageName> = []
    /// The images that may be in the trash.
    var trashed: Set<ImageName> = []
}
