package import MarketModels

/// The words in a search index by which lists are filtered.
package enum FilterTerm {
    package static func vendor(_ id: Vendor.ID) -> String { "vendor:\(id.rawValue)" }
    package static func category(_ slug: String) -> String { "category:\(slug)" }
    package static func condition(_ condition: ItemCondition) -> String { "condition:\(condition.stored)" }
    package static func handover(_ handover: Handover) -> String { "handover:\(handover.stored)" }

    /// Returns the terms of the attributes that are given.
    package static func terms(of attributes: ListingAttributes) -> [String] {
        [attributes.category.map(category), attributes.condition.map(condition), attributes.handover.map(handover)]
            .compactMap(\.self)
    }
}
