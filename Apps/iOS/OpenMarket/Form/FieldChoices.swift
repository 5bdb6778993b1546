import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

/// The choices of a field that isn't typed.
@MainActor
struct FieldChoices {
    /// A choice: what the form holds, and what people read.
    struct Choice: Hashable {
        let value: String
        let title: String
    }

    private let fixed: [Choice]
    /// What loads the categories; nil for another field.
    private let categories: MarketCategories?
    /// The choices that are loaded while the form is shown.
    private let loaded: @MainActor () -> [Choice]

    /// - Returns: nil for a field that is typed.
    init?(_ field: ListingField, language: Language, categories: MarketCategories?) {
        let interface = InterfaceTexts(language: language)
        let none = Choice(value: "", title: interface[.notGiven])
        switch field {
        case .currency:
            fixed = []
            loaded = {
                (categories?.currencies ?? Currency.allCases).map {
                    Choice(value: $0.rawValue, title: interface.currency($0))
                }
            }
        case .category:
            fixed = [none]
            loaded = { (categories?.choices ?? []).map { Choice(value: $0.slug, title: $0.path) } }
        default:
            guard case .choice(let values) = field.kind else { return nil }
            fixed = [none] + zip(values, FieldTexts(field, language).choices).map { Choice(value: $0, title: $1) }
            loaded = { [] }
        }
        self.categories = field == .category ? categories : nil
    }

    var choices: [Choice] { fixed + loaded() }

    /// Returns the title of a value. A value that is no choice here, such as another market's currency, stands for
    /// itself.
    func title(of value: String) -> String {
        choices.first { $0.value == value }?.title ?? value
    }

    /// Why choices are missing; nil if none are.
    func failure(_ language: Language) -> String? {
        guard case .failed(let error) = categories?.state else { return nil }
        return ProblemTexts(language: language).sentence(for: error)
    }

    /// Loads the choices, also again after a failure.
    func load() async {
        await categories?.load()
    }
}
