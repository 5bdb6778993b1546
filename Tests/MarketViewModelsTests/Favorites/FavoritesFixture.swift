import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

/// Favorites in files, and screens that share them, with a market whose calls wait for the test.
@MainActor
struct FavoritesFixture {
    let folder: TemporaryFolder
    let calls = SuspendingCalls()
    let favorites: Favorites
    let dependencies: AppDependencies
    let model: FavoritesModel

    init(saved: [SavedProduct] = [], isFull: Bool = false) async throws {
        folder = try TemporaryFolder()
        let store = DeviceStores.favorites(isFull ? try folder.unwritable() : folder.url)
        for favorite in saved { try await store.save(favorite) }
        favorites = Favorites(store: store, language: .korean, now: { Samples.moment })
        var dependencies = AppDependencies.test
        dependencies.favorites = favorites
        self.dependencies = dependencies
        model = FavoritesModel(favorites, service: calls, dependencies: dependencies)
    }

    var rows: [FavoriteRow] {
        guard case .loaded(let rows, _) = model.state else { return [] }
        return rows
    }

    /// Loads what has become of the favorites.
    ///
    /// - Parameter response: Returns the response for a product, or throws the error of the call.
    func load(_ response: @escaping (Product.ID) throws(MarketClientError) -> DetailedProduct) async throws {
        let loading = Task { await model.load() }
        for _ in favorites.saved.isEmpty ? try await stored() : favorites.saved {
            let call = try await calls.details.next()
            do throws(MarketClientError) {
                call.response(try response(call.request))
            } catch {
                call.fail(error)
            }
        }
        await loading.value
    }

    /// The favorites that another launch of the app finds.
    func stored() async throws -> [SavedProduct] {
        try await DeviceStores.favorites(folder.url).products()
    }
}
