import ArgumentParser
import MarketAPI
import MarketClient
import MarketModels

/// The options that narrow a list, named as the parameters of the API.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only this category and those in it, by name: digital.", valueName: "name"))
    var category: String?

    @Option(
        help: "Only this condition: \(ListingField.condition.choices).",
        completion: .list(ItemCondition.allCases.map(\.rawValue))
    )
    var condition: String?

    @Option(
        help: "Only what is handed over like this: \(ListingField.handover.choices).",
        completion: .list(Handover.allCases.map(\.rawValue))
    )
    var handover: String?

    @Option(help: ArgumentHelp("Only products in this place.", valueName: "words"))
    var place: String?

    @Option(
        name: .customLong("price-min"),
        help: ArgumentHelp("The lowest price after the discount.", valueName: "amount")
    )
    var minimumPrice: String?

    @Option(
        name: .customLong("price-max"),
        help: ArgumentHelp("The highest price after the discount.", valueName: "amount")
    )
    var maximumPrice: String?

    @Option(help: ArgumentHelp("The currency of the two prices. (default: KRW)", valueName: "code"))
    var priceCurrency: String?

    @Flag(help: "Only what is given away.")
    var free = false

    @Flag(help: "Also what is sold and no longer in lists.")
    var sold = false

    func validate() throws {
        if priceCurrency != nil, minimumPrice == nil, maximumPrice == nil {
            throw ValidationError("--price-currency says in which currency --price-min and --price-max are.")
        }
        _ = try filter(category: nil)
    }

    /// Returns the filter, for which the market is asked what its categories are called.
    func filter(in client: MarketAPIClient) async throws -> AttributeFilter {
        guard let category, !category.isEmpty, !Category.isSlug(category) else { return try filter(category: category) }
        let names = ChoiceNames(category: "--category", of: try await client.categories())
        return try filter(category: try names.optionValue(category))
    }

    /// Refuses a category that the market doesn't have. Names of the market's own form are sent without asking, because one that
    /// was removed leads to the category that contained it.
    func checkCategory(in client: MarketAPIClient) async throws {
        guard let category, Category.isSlug(category) else { return }
        _ = try ChoiceNames(category: "--category", of: try await client.categories()).optionValue(category)
    }

    private func filter(category: String?) throws -> AttributeFilter {
        let condition = try value(condition, of: .condition)
        let handover = try value(handover, of: .handover)
        let (filter, unusable) = AttributeFilter.reading(currency: .krw) { parameter in
            switch parameter {
            case .category: category
            case .condition: condition
            case .handover: handover
            case .place: place
            case .minimumPrice: minimumPrice
            case .maximumPrice: maximumPrice
            case .priceCurrency: priceCurrency
            case .free: free ? "1" : nil
            case .sold: sold ? "1" : nil
            }
        }
        guard let first = unusable.first else { return filter }
        throw ValidationError("--\(first.rawValue.replacing("_", with: "-")) isn't a value that the market knows.")
    }

    /// Returns a choice by its name on the wire, given that or a name that people see.
    private func value(_ text: String?, of field: ListingField) throws -> String? {
        guard let text, let names = ChoiceNames(field, called: "--\(field.rawValue)") else { return text }
        return try names.optionValue(text)
    }
}
