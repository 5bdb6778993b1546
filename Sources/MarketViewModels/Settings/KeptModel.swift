import MarketAPI
public import Observation

/// What is kept on this device for the market, by kind.
@Observable
@MainActor
public final class KeptModel {
    /// What is kept.
    public enum Kind: Int, CaseIterable, Hashable, Sendable {
        case favorites, recentlyViewed, recentSearches, drafts
    }

    /// The number of entries of each kind. A kind is missing before the first ``load()``, and if it can't be read.
    public private(set) var counts: [Kind: Int] = [:]

    private let dependencies: AppDependencies
    private let preferences: any Preferences
    private let drafts: FileDraftStore
    private let clearSearches: () -> Void

    /// Creates a model without counts.
    ///
    /// - Parameter clearSearches: Called to clear the recent searches, so that a list that shows them clears them, too.
    public init(
        preferences: any Preferences,
        dependencies: AppDependencies,
        drafts: FileDraftStore,
        clearSearches: @escaping () -> Void
    ) {
        self.preferences = preferences
        self.dependencies = dependencies
        self.drafts = drafts
        self.clearSearches = clearSearches
    }

    /// Counts the entries.
    public func load() async {
        var counts: [Kind: Int] = [:]
        await dependencies.favorites?.load()
        if let favorites = dependencies.favorites, favorites.state == .loaded {
            counts[.favorites] = favorites.saved.count
        }
        counts[.recentlyViewed] = try? await dependencies.recentlyViewed?.products().count
        counts[.recentSearches] = preferences.recentSearches.count
        counts[.drafts] = try? await draftCount()
        self.counts = counts
    }

    private func draftCount() async throws -> Int {
        let edits = try await drafts.edits().count
        return try await drafts.listing() == nil ? edits : edits + 1
    }

    /// Removes all entries of a kind, and counts again: those that couldn't be removed remain.
    public func clear(_ kind: Kind) async {
        switch kind {
        case .favorites:
            guard let favorites = dependencies.favorites else { break }
            for favorite in favorites.saved { await favorites.remove(favorite.id) }
        case .recentlyViewed: try? await dependencies.recentlyViewed?.removeAll()
        case .recentSearches: clearSearches()
        case .drafts: await clearDrafts()
        }
        await load()
    }

    private func clearDrafts() async {
        try? await drafts.removeListing()
        for edit in (try? await drafts.edits()) ?? [] { try? await drafts.removeEdit(of: edit.form.base.id) }
    }
}
