import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// A product's screen, with a market whose calls and images wait for the test.
@MainActor
struct ProductFixture {
    let calls = SuspendingCalls()
    let images = CallQueue<URL, String>()
    let model: ProductModel<String>

    /// - Parameters:
    ///   - own: The products of which the device has the password.
    ///   - rights: The tokens that it has.
    init(known: ListedProduct? = nil, own: [Product.ID] = [], rights: [Product.ID: String] = [:]) {
        let store = MemoryIdentityStore(Dictionary(uniqueKeysWithValues: own.map { ($0, "secret") }), rights: rights)
        model = ProductModel(
            Samples.id(9),
            known: known,
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            dependencies: .test
        ) { [images] url in try await images(url) }
    }

    func load(_ product: DetailedProduct) async throws {
        let loading = Task { await model.load() }
        try await calls.details.next().response(product)
        await loading.value
    }

    /// The contents of the slots, in order.
    var slots: [String] {
        model.gallery.slots.map { slot in
            switch slot.state {
            case .waiting: "…"
            case .loaded(let image): image
            case .failed: "×"
            }
        }
    }

    static func url(_ number: Int) -> URL { Samples.url("https://market.example/images/\(number).jpg") }
}
