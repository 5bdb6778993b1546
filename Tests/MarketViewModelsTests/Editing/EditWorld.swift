import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

/// The edit of a product, and the market that waits for the test.
@MainActor
struct EditWorld {
    let calls = SuspendingCalls()
    let model: EditModel

    init() { model = EditModel(Samples.id(9), calls: calls, language: .korean) }

    /// What is edited, unless a test says otherwise.
    static func product(_ name: String = "의자", images: [Int64] = [1, 2, 3], version: Int64 = 1) -> DetailedProduct {
        Samples.product(
            9,
            name: name,
            description: "설명",
            pricing: Samples.pricing(10_000, off: 1000),
            stock: 5,
            images: images,
            version: version
        )
    }

    /// Opens the form with the right password.
    func open(_ product: DetailedProduct = product(), contact: String? = "010") async throws {
        let checking = Task { await model.check("비밀") }
        try await calls.checks.next().answer(product)
        try await calls.contacts.next().answer(contact)
        await checking.value
    }

    func save() -> Task<Void, Never> { Task { await model.save() } }

    var step: EditStep? {
        guard case .editing(_, let step) = model.state else { return nil }
        return step
    }

    var conflict: EditConflict? {
        guard case .conflict(let conflict) = step else { return nil }
        return conflict
    }

    /// The pictures of the form: the numbers of those that are kept, and 0 for each that was added.
    var pictures: [Int64] {
        (model.form?.pictures ?? []).map { picture in
            switch picture {
            case .kept(let image): image.id.rawValue
            case .added: 0
            }
        }
    }

    static func ids(_ numbers: [Int64]) -> [Picture.ID] { numbers.map { Picture.ID(rawValue: $0) } }
}
