import ArgumentParser
import Foundation
import MarketAPI
import MarketModels
import MarketTexts

/// The choices of a field by the names that people see, in both languages, and by their names on the wire. Letter case,
/// spaces and dots don't matter: `가구 인테리어` is `가구·인테리어`.
struct ChoiceNames {
    private let field: String
    private let names: [(value: String, names: [String])]

    /// - Returns: nil for a field that has no fixed choices.
    init?(_ field: ListingField, called name: String) {
        guard case .choice(let choices) = field.kind else { return nil }
        self.field = name
        let shown = Language.allCases.map { FieldTexts(field, $0).choices }
        names = choices.enumerated().map { index, choice in (choice, shown.map { $0[index] }) }
    }

    init(category field: String, of market: CategoryListResponse) {
        self.field = field
        names = market.categories.map { category in (category.slug, Language.allCases.map(category.name)) }
    }

    /// Returns the choice that a text names.
    ///
    /// - Throws: `CommandFailure` with all choices if it names none.
    func value(_ text: String) throws(CommandFailure) -> String {
        if let value = match(text) { return value }
        // Shops write several, and the way to each: `Home, Home > Chairs`.
        for way in text.split(separator: ",") {
            if let last = way.split(whereSeparator: { $0 == ">" || $0 == "/" }).last, let value = match(String(last)) {
                return value
            }
        }
        let choices = names.map { "\($0.value) (\($0.names.joined(separator: ", ")))" }.joined(separator: "; ")
        throw CommandFailure(
            choices.isEmpty
                ? "\(field): this market has no categories." : "\(field): '\(text)' is none of the choices: \(choices)."
        )
    }

    /// Returns the choice that an option names.
    func optionValue(_ text: String) throws(ValidationError) -> String {
        do { return try value(text) } catch { throw ValidationError(error.description) }
    }

    private func match(_ text: String) -> String? {
        let wanted = Self.folded(text)
        return names.first { choice in
            Self.folded(choice.value) == wanted || choice.names.contains { Self.folded($0) == wanted }
        }?.value
    }

    private static func folded(_ text: String) -> String {
        String(text.precomposedStringWithCompatibilityMapping.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}

extension ListingField {
    /// The choices, for helps: “new, like_new, or good”. Empty for a field that has none.
    var choices: String {
        guard case .choice(let choices) = kind else { return "" }
        return "\(choices.dropLast().joined(separator: ", ")), or \(choices.last ?? "")"
    }
}
