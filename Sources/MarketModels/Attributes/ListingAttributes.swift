/// What a listing is, beside its name, its description and its price: the values of ``ListingField/attributes``.
///
/// Every attribute is optional. A listing without one is stored, sent and shown as if the field didn't exist.
public struct ListingAttributes: Hashable, Sendable {
    /// The value of an attribute, as stores keep it.
    public enum Value: Hashable, Sendable {
        /// A text, or the name that the category has in addresses; never empty.
        case text(String)
        /// A number, or the position of a choice.
        case number(Int64)
    }

    /// No attribute is given.
    public static let none = ListingAttributes()
    /// The length of a place, counted as for ``ListingRules/nameLength``.
    public static let placeLength = 0...60
    /// The maximum length of the name that a category has in addresses, in characters.
    public static let maximumCategoryLength = 40

    /// The value of each of ``ListingField/attributes``; empty if none is given.
    package private(set) var values: [Value?] = []

    /// Creates attributes of what a store has read, one value for each of ``ListingField/attributes``.
    public init(read values: [Value?]) {
        for case .some in values {
            self.values = values
            return
        }
    }

    /// Creates attributes of those that the market's own lists and filters know by name, without checking them.
    ///
    /// - Parameters:
    ///   - condition: The condition, or nil if it isn't given.
    ///   - handover: How the buyer gets the thing, or nil if it isn't given.
    ///   - place: Where the thing is; empty if it isn't given.
    ///   - category: The name that the category has in addresses, or nil for none.
    public init(
        condition: ItemCondition? = nil,
        handover: Handover? = nil,
        place: String = "",
        category: String? = nil
    ) {
        self[.condition] = condition?.rawValue ?? ""
        self[.handover] = handover?.rawValue ?? ""
        self[.place] = place
        self[.category] = category ?? ""
    }

    /// The value of an attribute; nil if it isn't given, and for all other fields.
    public subscript(value field: ListingField) -> Value? {
        get {
            guard !values.isEmpty, let index = ListingField.attributes.firstIndex(of: field) else { return nil }
            return values[index]
        }
        set {
            guard let index = ListingField.attributes.firstIndex(of: field) else { return }
            if values.isEmpty {
                guard newValue != nil else { return }
                values = Array(repeating: nil, count: ListingField.attributes.count)
            }
            values[index] = newValue
            if newValue == nil, values.allSatisfy({ $0 == nil }) { values = [] }
        }
    }

    /// The text of an attribute in forms and on the wire; empty if it isn't given, and for all other fields. A text that
    /// isn't one of the field's values removes it.
    public subscript(field: ListingField) -> String {
        get { self[value: field].map(field.text) ?? "" }
        set { self[value: field] = field.value(newValue) }
    }

    /// The attributes that are given, in the order of the wire.
    public var given: [(field: ListingField, value: Value)] {
        zip(ListingField.attributes, values).compactMap { field, value in value.map { (field, $0) } }
    }

    /// Returns the attributes that lists show.
    public var listed: ListingAttributes {
        var listed = self
        for field in ListingField.attributes where !field.isListed { listed[value: field] = nil }
        return listed
    }

    /// The texts of the attributes that are given, by the names of their fields: what is stored on devices and in
    /// records. Names that this version doesn't know are left out, and values, too.
    public var texts: [String: String] {
        get { Dictionary(uniqueKeysWithValues: given.map { ($0.field.rawValue, $0.field.text($0.value)) }) }
        set {
            values = []
            for field in ListingField.attributes { self[field] = newValue[field.rawValue] ?? "" }
        }
    }

    /// Creates attributes of stored ``texts``.
    public init(texts: [String: String]) { self.texts = texts }

    /// The condition, or nil if it isn't given.
    public var condition: ItemCondition? { ItemCondition(rawValue: self[.condition]) }
    /// How the buyer gets the thing, or nil if it isn't given.
    public var handover: Handover? { Handover(rawValue: self[.handover]) }
    /// Where the thing is, as the seller wrote it; empty if it isn't given.
    public var place: String { self[.place] }
    /// The name that the category has in addresses, as ``Category/slug``, or nil for none.
    public var category: String? { self[value: .category].map(ListingField.category.text) }
}

extension ListingField {
    /// Returns the text of an attribute's value in forms and on the wire.
    public func text(_ value: ListingAttributes.Value) -> String {
        switch (kind, value) {
        case (.choice(let choices), .number(let position)):
            choices.indices.contains(Int(clamping: position)) ? choices[Int(position)] : ""
        case (_, .text(let text)): text
        case (_, .number(let number)): String(number)
        }
    }

    /// Returns the value of a number, which the wire has as one; nil for the value of any other kind.
    public func number(_ value: ListingAttributes.Value) -> Int64? {
        if case (.number, .number(let number)) = (kind, value) { number } else { nil }
    }

    /// Returns the value of an attribute's text; nil for an empty text, and for one that isn't a value of the field.
    public func value(_ text: String) -> ListingAttributes.Value? {
        switch kind {
        case _ where text.isEmpty: nil
        case .choice(let choices): choices.firstIndex(of: text).map { .number(Int64($0)) }
        case .number(let bounds): Int64(text).flatMap { bounds.contains($0) ? .number($0) : nil }
        default: .text(text)
        }
    }
}
