public import MarketModels

/// The words of a listing's field in one language.
public struct FieldTexts: Sendable {
    /// The name of the field above its value.
    public let label: String
    /// An example in the empty field, or nil for none.
    public let placeholder: String?
    /// The advice below the field, or nil for none.
    public let hint: String?
    /// The names of the values of a choice, in the order of its declaration.
    public let choices: [String]
    /// How sentences name the field.
    package let subject: String
    /// What to do if the field is missing, or nil for the usual sentence.
    let missing: String?

    init(
        _ label: String,
        placeholder: String? = nil,
        hint: String? = nil,
        choices: [String] = [],
        subject: String? = nil,
        missing: String? = nil
    ) {
        self.label = label
        self.placeholder = placeholder
        self.hint = hint
        self.choices = choices
        self.subject = subject ?? label
        self.missing = missing
    }

    /// The words of a field.
    public init(_ field: ListingField, _ language: Language) {
        // A test finds a field without words.
        self = language.strings.fields[field] ?? FieldTexts(field.rawValue)
    }
}

extension InterfaceTexts {
    /// Returns the name of a field, as forms show it.
    public func label(of field: ListingField) -> String { FieldTexts(field, language).label }
}

extension ProductTexts {
    /// Returns the value of an attribute as people read it: `거의 새것`, `Like new`, `서울 연남동`. Categories are named by
    /// ``category(_:)``.
    public func text(of field: ListingField, _ value: ListingAttributes.Value) -> String {
        if case (.choice, .number(let position)) = (field.kind, value) {
            return FieldTexts(field, language).choices[Int(position)]
        }
        return field.text(value)
    }

    /// Returns the name of a condition: `거의 새것`, `Like new`.
    public func condition(_ condition: ItemCondition) -> String { choice(condition.rawValue, of: .condition) }
    /// Returns how the buyer gets a thing: `직거래`, `Pickup`.
    public func handover(_ handover: Handover) -> String { choice(handover.rawValue, of: .handover) }

    private func choice(_ text: String, of field: ListingField) -> String {
        field.value(text).map { self.text(of: field, $0) } ?? text
    }

    /// Returns the attributes of a product in a list, on one line: `거의 새것 · 서울 연남동`; nil if none is given.
    public func details(_ attributes: ListingAttributes) -> String? {
        let given = attributes.listed.given.map { text(of: $0.field, $0.value) }
        return given.isEmpty ? nil : given.joined(separator: " · ")
    }
}
