public import MarketModels

/// The result of a search for unused images.
public struct ImageCleanupOutcome: Hashable, Sendable {
    /// The number of stored images.
    public let storedCount: Int
    /// The number of images that have been unused for at least the minimum age.
    public let unusedCount: Int
    /// Whether nothing was removed because the number of unused images is suspiciously high. The database may be an old
    /// one, or another market's.
    public let isStopped: Bool
}

extension ImageLifecycle {
    /// The age at which an unused image may be cleaned up, in seconds. Every operation in flight ends before.
    public static let cleanupAge: Int64 = 86_400
    /// The time for which cleaned-up images stay in the trash, in seconds.
    public static let trashAge: Int64 = 7 * 86_400
    /// The number of images that a cleanup may always remove. It covers what a crash leaves behind in a small market.
    static let alwaysRemovable = 10
    /// The maximum share of all images that a cleanup removes beyond ``alwaysRemovable``, in percent.
    static let removablePercent = 5

    /// Moves stored images that no product uses, such as those left behind by a crash, into the trash, and empties the
    /// trash of everything older than ``trashAge``.
    ///
    /// The store is processed in parts, so the memory in use doesn't depend on the number of images.
    ///
    /// - Parameters:
    ///   - minimumAge: the age from which an unused image is removed, in seconds.
    ///   - isForced: whether to remove the images however many there are.
    @discardableResult
    public func cleanUp(
        at now: Timestamp,
        minimumAge: Int64 = cleanupAge,
        isForced: Bool = false
    ) async throws(MarketError) -> ImageCleanupOutcome {
        // What is noted goes for good, not to the trash.
        await retryRemovals()
        let moment = now.adding(seconds: -minimumAge)
        try await imageStore.emptyTrash(before: now.adding(seconds: -Self.trashAge))
        var (storedCount, unusedCount) = (0, 0)
        for part in 0..<imageStore.partCount {
            let names = try await imageStore.names(in: part)
            storedCount += names.count
            unusedCount += try await unused(among: names, unchangedSince: moment).count
        }
        let limit = max(Self.alwaysRemovable, storedCount * Self.removablePercent / 100)
        guard isForced || unusedCount <= limit else {
            return ImageCleanupOutcome(storedCount: storedCount, unusedCount: unusedCount, isStopped: true)
        }
        if unusedCount > 0 { try await moveUnusedToTrash(unchangedSince: moment, at: now) }
        return ImageCleanupOutcome(storedCount: storedCount, unusedCount: unusedCount, isStopped: false)
    }

    private func moveUnusedToTrash(unchangedSince moment: Timestamp, at now: Timestamp) async throws(MarketError) {
        for part in 0..<imageStore.partCount {
            if Task.isCancelled { return }
            let candidates = try await unused(among: try await imageStore.names(in: part), unchangedSince: moment)
            try await removeUnused(candidates, to: .trash, at: now)
        }
    }

    private func unused(
        among names: Set<ImageName>,
        unchangedSince moment: Timestamp
    ) async throws(MarketError) -> Set<ImageName> {
        if names.isEmpty || Task.isCancelled { return [] }
        let unused = try await store.unusedImages(among: names)
        if unused.isEmpty { return [] }
        return try await imageStore.names(among: unused, unchangedSince: moment)
    }
}
