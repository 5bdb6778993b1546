public import MarketModels

/// Encodes the categories of a market (API-295), and the currencies of new listings (API-442).
public enum CategoriesEncoder {
    /// Returns `{"categories":[{"slug":"cameras","parent":"electronics","name_ko":"카메라","name_en":"Cameras","count":3}],
    /// "currencies":["KRW"]}`, with each top level directly before its second level.
    ///
    /// - Parameters:
    ///   - counts: The numbers of products of exactly each category that lists show.
    ///   - currencies: The currencies of new listings, the default of forms first.
    public static func encoded(
        _ tree: CategoryTree,
        counts: [Category.ID: Int],
        currencies: [Currency]
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.member("categories", objects: tree.categories) { json, category in
                json.member("slug", category.slug)
                json.member("parent", tree.parent(of: category)?.slug)
                for language in Language.allCases {
                    json.key(text: language.categoryNameKey)
                    json.string(category.name(in: language))
                }
                json.member("count", tree.total(of: category, in: counts))
            }
            json.member("currencies") { json in for currency in currencies { json.string(currency.rawValue) } }
        }
    }
}
