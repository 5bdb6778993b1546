package import MarketModels

/// The keywords that the search indexes have of a product besides its texts, by which lists are filtered.
package enum SearchKeyword {
    package static func vendor(_ id: Vendor.ID) -> String { "vendor:\(id.rawValue)" }
    package static func category(_ slug: String) -> String { "category:\(slug)" }
    package static func condition(_ condition: ItemCondition) -> String { "condition:\(condition.stored)" }
    package static func handover(_ handover: Handover) -> String { "handover:\(handover.stored)" }

    /// Returns those of the attributes that are given.
    package static func all(of attributes: ListingAttributes) -> [String] {
        [attributes.category.map(category), attributes.condition.map(condition), attributes.handover.map(handover)]
            .compactMap(\.self)
    }
}
