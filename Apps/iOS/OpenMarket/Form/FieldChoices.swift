import MarketModels
import MarketTexts

/// The choices of a field that isn't typed.
struct FieldChoices {
    /// A choice: what the form holds, and what people read.
    struct Choice: Hashable {
        let value: String
        let title: String
    }

    let choices: [Choice]

    /// - Returns: nil for a field that is typed.
    init?(_ field: ListingField, language: Language) {
        let product = ProductTexts(language: language)
        let web = WebTexts(language: language)
        let none = Choice(value: "", title: web[.notGiven])
        switch field {
        case .currency:
            choices = Currency.usual.map { Choice(value: $0.rawValue, title: web.currency($0)) }
        case .condition:
            choices = [none] + ItemCondition.allCases.map { Choice(value: $0.rawValue, title: product.condition($0)) }
        case .handover:
            choices = [none] + Handover.allCases.map { Choice(value: $0.rawValue, title: product.handover($0)) }
        default:
            return nil
        }
    }

    /// Returns the title of a value. A value that is no choice here, such as another market's currency, stands for
    /// itself.
    func title(of value: String) -> String {
        choices.first { $0.value == value }?.title ?? value
    }
}
