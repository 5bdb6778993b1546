internal import MarketCore
internal import MarketModels

/// The setting `categories`: a list of entries such as `electronics=디지털 기기|Electronics` and
/// `electronics/phones=휴대폰|Phones`, with a name in each language, in the order of `Language`.
enum CategorySetting {
    /// The languages in the order of the names.
    static let languages = Language.allCases.map(\.englishName).joined(separator: " and ")
    static let example = "electronics/phones=휴대폰|Phones"
    private static let separator: Character = "|"

    /// Returns the categories, each top level directly before its second level, otherwise in the order of the entries.
    static func definitions(_ entries: [String]) throws(BadSettingValue) -> [CategoryDefinition] {
        var definitions: [CategoryDefinition] = []
        for entry in entries {
            let definition = try definition(entry)
            guard !definitions.contains(where: { $0.slug == definition.slug }) else {
                throw problem("names \(definition.slug) twice")
            }
            definitions.append(definition)
        }
        let roots = definitions.filter { $0.parent == nil }
        for definition in definitions {
            guard let parent = definition.parent, !roots.contains(where: { $0.slug == parent }) else { continue }
            throw problem("puts \(definition.slug) into \(parent), which isn't a top level that it defines")
        }
        return roots.flatMap { root in [root] + definitions.filter { $0.parent == root.slug } }
    }

    private static func definition(_ entry: String) throws(BadSettingValue) -> CategoryDefinition {
        let sides = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = sides.last.map { $0.split(separator: separator, omittingEmptySubsequences: false) } ?? []
        guard sides.count == 2, names.count == Language.allCases.count else {
            throw problem("must look like \(example); '\(entry)' doesn't")
        }
        let path = sides[0].split(separator: "/", omittingEmptySubsequences: false).map(\.trimmingSpaces)
        guard path.count <= 2 else { throw problem("takes at most two levels; '\(sides[0].trimmingSpaces)' has more") }
        let maximum = ListingAttributes.maximumCategoryLength
        for slug in path where !Category.isSlug(slug) {
            throw problem(
                "takes names in addresses of up to \(maximum) lower-case letters, digits and hyphens; '\(slug)' isn't one"
            )
        }
        let words = try names.map { name throws(BadSettingValue) in
            guard let words = ListingRules.categoryName(from: String(name)) else {
                throw problem("takes names of 1 to \(maximum) characters; '\(name.onOneLine)' of '\(entry)' isn't one")
            }
            return words
        }
        return CategoryDefinition(
            slug: path[path.count - 1],
            names: Dictionary(uniqueKeysWithValues: zip(Language.allCases, words)),
            parent: path.count == 2 ? path[0] : nil
        )
    }

    private static func problem(_ sentence: String) -> BadSettingValue {
        BadSettingValue(rule: sentence)
    }
}
