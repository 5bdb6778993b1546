import MarketAPI
import MarketViewModels
import Observation

/// What is kept on this device for the market, by kind.
@Observable
@MainActor
final class KeptModel {
    enum Kind: Int, CaseIterable, Hashable, Sendable {
        case favorites, recentlyViewed, recentSearches, drafts
    }

    /// How much there is of each kind; nil if it can't be read.
    private(set) var counts: [Kind: Int] = [:]

    private let session: MarketSession
    private let clearSearches: () -> Void

    /// - Parameter clearSearches: clears the recent searches, also those that the list shows.
    init(_ session: MarketSession, clearSearches: @escaping () -> Void) {
        self.session = session
        self.clearSearches = clearSearches
    }

    func load() async {
        var counts: [Kind: Int] = [:]
        counts[.favorites] = session.dependencies.favorites?.saved.count ?? 0
        counts[.recentlyViewed] = try? await session.dependencies.recentlyViewed?.products().count
        counts[.recentSearches] = session.preferences.recentSearches.count
        counts[.drafts] = try? await draftCount()
        self.counts = counts
    }

    private func draftCount() async throws -> Int {
        let edits = try await session.draftStore.edits().count
        return try await session.draftStore.listing() == nil ? edits : edits + 1
    }

    /// Clears a kind. What couldn't be cleared is counted afterwards.
    func clear(_ kind: Kind) async {
        switch kind {
        case .favorites:
            guard let favorites = session.dependencies.favorites else { break }
            for favorite in favorites.saved { await favorites.remove(favorite.id) }
        case .recentlyViewed: try? await session.dependencies.recentlyViewed?.removeAll()
        case .recentSearches: clearSearches()
        case .drafts: await clearDrafts()
        }
        await load()
    }

    private func clearDrafts() async {
        let store = session.draftStore
        try? await store.removeListing()
        for edit in (try? await store.edits()) ?? [] { try? await store.removeEdit(of: edit.form.base.id) }
    }
}
