import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// A list, with a market whose calls wait for the test.
@MainActor
struct ProductListFixture {
    let calls = SuspendingCalls()
    let preferences: MemoryPreferences
    let sleep = SuspendingSleep()
    let model: ProductListModel

    init(_ filter: ProductFilter = ProductFilter(), preferences: MemoryPreferences = MemoryPreferences()) {
        self.preferences = preferences
        model = ProductListModel(service: calls, preferences: preferences, dependencies: .test(sleep), filter: filter)
    }

    /// Loads a first page.
    func load(_ response: ProductListResponse) async throws {
        let loading = Task { await model.load() }
        try await calls.pages.next().response(response)
        await loading.value
    }

    /// Loads the first 20 of 60 products, `60` to `41`.
    func loadFirstOfThree() async throws {
        try await load(Samples.page(41...60, of: 60, next: "41"))
    }

    var ids: [Int64] { model.products.map(\.id.rawValue) }

    var refresh: ListRefresh? {
        switch model.state {
        case .loaded(_, let refresh), .empty(_, let refresh): refresh
        case .idle, .loading, .failed: nil
        }
    }

    var pagination: PaginationState? { model.content?.pagination }
}
