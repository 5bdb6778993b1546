import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// A list and the market that it asks, which waits for the test.
@MainActor
struct ProductListWorld {
    let calls = SuspendingCalls()
    let preferences: MemoryPreferences
    let sleep = SuspendingSleep()
    let model: ProductListModel

    init(_ filter: ProductFilter = ProductFilter(), preferences: MemoryPreferences = MemoryPreferences()) {
        self.preferences = preferences
        model = ProductListModel(
            calls: calls,
            preferences: preferences,
            surroundings: .test(sleep),
            filter: filter
        )
    }

    /// Loads a first page.
    func load(_ answer: ProductListAnswer) async throws {
        let loading = Task { await model.load() }
        try await calls.pages.next().answer(answer)
        await loading.value
    }

    /// Of 60 products the first 20, `60` to `41`.
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

    var foot: ListFoot? { model.content?.foot }
}
