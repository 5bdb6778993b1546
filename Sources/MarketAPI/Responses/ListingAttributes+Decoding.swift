import MarketModels

extension ListingAttributes {
    /// Decodes the attributes of a product's response. A choice that this version doesn't know counts as not given.
    init(from decoder: any Decoder, _ fields: [ListingField]) throws {
        let values = try decoder.container(keyedBy: NamedKey.self)
        var attributes = ListingAttributes.none
        for field in fields {
            let key = NamedKey(field.key)
            if case .number = field.kind {
                attributes[value: field] = try values.decodeIfPresent(Int64.self, forKey: key).map { .number($0) }
            } else {
                attributes[field] = try values.decodeIfPresent(String.self, forKey: key) ?? ""
            }
        }
        self = attributes
    }

    /// Encodes the attributes that are given.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: NamedKey.self)
        for (field, value) in given {
            if let number = field.number(value) {
                try values.encode(number, forKey: NamedKey(field.key))
            } else {
                try values.encode(field.text(value), forKey: NamedKey(field.key))
            }
        }
    }
}

/// A key whose name a declaration has, such as that of an attribute.
package struct NamedKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
