public import MarketModels

/// What came of looking for pictures that nobody uses.
public struct PictureSweepOutcome: Hashable, Sendable {
    /// How many pictures are stored.
    public let storedCount: Int
    /// How many of them nobody has used for as long as was asked.
    public let unusedCount: Int
    /// Nothing was taken away, because it would have been suspiciously much: the database may be an old one, or another
    /// market's.
    public let isStopped: Bool
}

extension PictureShelf {
    /// How old a picture that nobody uses must be to be swept, in seconds: whatever is under way ends before.
    public static let sweepAge: Int64 = 86_400
    /// How long swept pictures stay in the trash, in seconds.
    public static let trashAge: Int64 = 7 * 86_400
    /// A sweep takes away so many pictures in any case: what a crash leaves in a small market.
    static let alwaysSwept = 10
    /// Beyond that, no more than this share of all.
    static let sweptPercent = 5

    /// Moves stored pictures that no product uses into the trash: what a crash has left over. What has been there for
    /// ``trashAge`` is removed.
    ///
    /// It goes through the store in parts, so it takes the same memory however many pictures there are.
    ///
    /// - Parameters:
    ///   - minimumAge: how old a picture must be to be taken away, in seconds.
    ///   - isForced: takes them away however many they are.
    @discardableResult
    public func sweep(
        at now: Timestamp,
        minimumAge: Int64 = sweepAge,
        isForced: Bool = false
    ) async throws(MarketError) -> PictureSweepOutcome {
        let moment = now.adding(seconds: -minimumAge)
        do {
            try await images.emptyTrash(before: now.adding(seconds: -Self.trashAge))
            var (storedCount, unusedCount) = (0, 0)
            for part in 0..<images.partCount {
                let names = try await images.names(in: part)
                storedCount += names.count
                unusedCount += try await unused(among: names, unchangedSince: moment).count
            }
            let limit = max(Self.alwaysSwept, storedCount * Self.sweptPercent / 100)
            guard isForced || unusedCount <= limit else {
                return PictureSweepOutcome(storedCount: storedCount, unusedCount: unusedCount, isStopped: true)
            }
            if unusedCount > 0 { try await moveUnusedToTrash(unchangedSince: moment, at: now) }
            return PictureSweepOutcome(storedCount: storedCount, unusedCount: unusedCount, isStopped: false)
        } catch {
            throw MarketError(error)
        }
    }

    private func moveUnusedToTrash(unchangedSince moment: Timestamp, at now: Timestamp) async throws(StoreError) {
        for part in 0..<images.partCount {
            if Task.isCancelled { return }
            let candidates = try await unused(among: try await images.names(in: part), unchangedSince: moment)
            try await withUnused(candidates) { unused throws(StoreError) in
                try await images.moveToTrash(unused, at: now)
            }
        }
    }

    private func unused(
        among names: Set<PictureName>,
        unchangedSince moment: Timestamp
    ) async throws(StoreError) -> Set<PictureName> {
        let names = names.filter { !isInHand($0) }
        if names.isEmpty || Task.isCancelled { return [] }
        let unused = try await store.unusedPictures(among: names)
        if unused.isEmpty { return [] }
        return try await images.names(among: unused, unchangedSince: moment)
    }
}
