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

    /// How much there is of each kind; nil if it can't be read.
    public private(set) var counts: [Kind: Int] = [:]

    private let dependencies: AppDependencies
    private let preferences: any Preferences
    private let drafts: any DraftStoring
    private let clearSearches: () -> Void

    /// Creates a model without counts.
    ///
    /// - Parameters:
    ///   - preferences: What keeps the recent searches.
    ///   - dependencies: Those with favorites and recently viewed products.
    ///   - drafts: The store of unfinished forms.
    ///   - clearSearches: Clears the recent searches, also those that a list shows.
    public init(
        preferences: any Preferences,
        dependencies: AppDependencies,
        drafts: any DraftStoring,
        clearSearches: @escaping () -> Void
    ) {
        self.preferences = preferences
        self.dependencies = dependencies
        self.drafts = drafts
        self.clearSearches = clearSearches
    }

    /// Counts what is kept.
    public func load() async {
        var counts: [Kind: Int] = [:]
        counts[.favorites] = dependencies.favorites?.saved.count ?? 0
        counts[.recentlyViewed] = try? await dependencies.recentlyViewed?.products().count
        counts[.recentSearches] = preferences.recentSearches.count
        counts[.drafts] = try? await draftCount()
        self.counts = counts
    }

    private func draftCount() async throws -> Int {
        let edits = try await drafts.edits().count
        return try await drafts.listing() == nil ? edits : edits + 1
    }

    /// Clears a kind. What couldn't be cleared is counted afterwards.
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
