import ArgumentParser
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts

/// The options for the attributes of a product, one for each of `ListingField.attributes`.
struct AttributeOptions: ParsableArguments, CustomReflectable {
    /// The texts that were given, as the market takes them.
    private(set) var texts: [ListingField: String] = [:]

    init() {}

    /// Reads the options. `ArgumentParser` finds them in the mirror.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: NamedKey.self)
        for field in ListingField.attributes {
            texts[field] = try values.decode(Option<String?>.self, forKey: NamedKey(field.rawValue))
                .wrappedValue
        }
    }

    var customMirror: Mirror {
        Mirror(
            self,
            children: ListingField.attributes.map { (label: $0.rawValue, value: Self.option($0)) }
        )
    }

    private static func option(_ field: ListingField) -> Option<String?> {
        let subject = FieldTexts(field, .english).subject
        let name = NameSpecification.customLong(field.rawValue.replacing("_", with: "-"))
        switch field.kind {
        case .choice(let choices):
            return Option(
                name: name,
                help: "\(subject): \(field.choices). Empty for none.",
                completion: .list(choices)
            )
        case .category:
            return Option(
                name: name,
                help: "\(subject), by its name in addresses or as people see it: digital. Empty for none."
            )
        case .number(let bounds):
            return Option(
                name: name,
                help: "\(subject), from \(bounds.lowerBound) to \(bounds.upperBound). Empty for none."
            )
        default:
            return Option(name: name, help: "\(subject), up to \(field.maximumLength ?? 0) characters. Empty for none.")
        }
    }

    /// Replaces the names of choices as people see them by those of the wire.
    func validated() throws -> [ListingField: String] {
        var texts = texts
        for (field, text) in texts where !text.isEmpty {
            guard let names = ChoiceNames(field, called: "--\(field.rawValue)") else { continue }
            texts[field] = try names.optionValue(text)
        }
        return texts
    }

    /// Replaces a category's name as people see it by the one in addresses, for which the market is asked.
    mutating func findCategory(in market: MarketOptions) async throws {
        guard let text = texts[.category], !text.isEmpty, !Category.isSlug(text) else { return }
        let categories = try await market.client().categories()
        texts[.category] = try ChoiceNames(category: "--category", of: categories).optionValue(text)
    }
}
