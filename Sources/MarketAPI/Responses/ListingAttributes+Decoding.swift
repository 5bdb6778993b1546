import MarketModels

extension ListingAttributes {
    /// Decodes the attributes of a product's response. A choice that this version doesn't know counts as not given.
    init(from decoder: any Decoder, _ fields: [ListingField]) throws {
        let values = try decoder.container(keyedBy: AttributeKey.self)
        var attributes = ListingAttributes.none
        for field in fields {
            let key = AttributeKey(field)
            if case .number = field.kind {
                attributes[value: field] = try values.decodeIfPresent(Int64.self, forKey: key).map { .number($0) }
            } else {
                attributes[field] = try values.decodeIfPresent(String.self, forKey: key) ?? ""
            }
        }
        self = attributes
    }
}

/// The key of an attribute on the wire.
private struct AttributeKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ field: ListingField) { stringValue = field.key }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
