import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

/// The edit of a product, with a market whose calls wait for the test.
@MainActor
struct EditFixture {
    let calls = SuspendingCalls()
    let model: EditModel

    init() { model = EditModel(Samples.id(9), service: calls, language: .korean) }

    /// The product that is edited, unless a test specifies another.
    static func product(
        _ name: String = "의자",
        images: [Int64] = [1, 2, 3],
        version: Int64 = 1,
        state: ListingState = .open
    ) -> DetailedProduct {
        Samples.product(
            9,
            name: name,
            description: "설명",
            pricing: Samples.pricing(10_000, off: 1000),
            stock: 5,
            images: images,
            version: version,
            state: state
        )
    }

    /// Opens the form with the correct password.
    func open(_ product: DetailedProduct = product(), contact: String? = "010") async throws {
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().response(product)
        try await calls.sellerContacts.next().response(contact)
        await checking.value
    }

    func save() -> Task<Void, Never> { Task { await model.save() } }

    /// Opens the form, types into a field, and saves.
    func openAndSave(_ text: String, for field: ListingField = .name) async throws -> Task<Void, Never> {
        try await open()
        model.setText(text, for: field)
        return save()
    }

    var step: EditStep? {
        guard case .editing(_, let step) = model.state else { return nil }
        return step
    }

    var conflict: EditConflict? {
        guard case .conflict(let conflict) = step else { return nil }
        return conflict
    }

    /// The images of the form: the ids of kept ones, and 0 for each added one.
    var images: [Int64] {
        (model.form?.images ?? []).map { image in
            switch image {
            case .kept(let image): image.id.rawValue
            case .added: 0
            }
        }
    }

    static func ids(_ numbers: [Int64]) -> [ProductImage.ID] { numbers.map { ProductImage.ID(rawValue: $0) } }
}
