import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// The errors that differ in the `items` edition: two sentences that apps compare, its own status for a wrong password,
/// and its own field names (API.md, “items”).
struct ItemsErrors {
    static let noSuchItem = "Cannot find data for ID and password"
    static let tooManyImages = "The number of images must be \(ListingRules.maximumImageCount) or less"

    let texts: ErrorTexts

    func translate(_ error: MarketError) -> ErrorTranslator.Translation {
        switch error {
        case .unknownProduct, .deletedProduct, .removedProduct, .heldProduct:
            return noSuchItem(.notFound)
        case .wrongSecret:
            return noSuchItem(.wrongSecret)
        case .invalid(let problems):
            return .init(
                invalid: problems.all.map { .init(name: Self.name(of: $0.field), reason: sentence(for: $0)) }
            )
        default:
            return ErrorTranslator().translate(error, texts)
        }
    }

    private func noSuchItem(_ code: ErrorCode) -> ErrorTranslator.Translation {
        .init(404, code, Self.noSuchItem)
    }

    private func sentence(for problem: ListingProblem) -> String {
        if case .tooMany = problem.reason, problem.field == .images { return Self.tooManyImages }
        return texts.sentence(for: problem)
    }

    private static func name(of field: ListingField) -> String {
        switch field {
        case .name: "title"
        case .password: "password"
        default: field.key
        }
    }
}
