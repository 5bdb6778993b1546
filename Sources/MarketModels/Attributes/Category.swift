/// A category of products. The operator of a market defines them.
public struct Category: Hashable, Sendable {
    /// The identifier of a category.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number, unique among the categories of a market.
        public let rawValue: Int64
        /// Creates an identifier from its number.
        public init(rawValue: Int64) { self.rawValue = rawValue }
        /// Compares by number.
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The category's identifier.
    public let id: ID
    /// The name in addresses and on the wire, which never changes: 1 to 40 lower-case letters, digits and hyphens.
    public let slug: String
    /// The names that people see, 1 to 40 characters. Only a language that came later lacks one.
    public let names: [Language: String]
    /// The category that contains this one, or nil at the top level.
    public let parent: ID?
    /// Whether the operator has removed the category. Its products and its address belong to ``parent`` then.
    public let isRemoved: Bool

    /// Creates a category without checking it.
    public init(
        id: ID,
        slug: String,
        names: [Language: String],
        parent: ID? = nil,
        isRemoved: Bool = false
    ) {
        self.id = id
        self.slug = slug
        self.names = names
        self.parent = parent
        self.isRemoved = isRemoved
    }

    /// Returns the name in a language, or in another one that has it.
    public func name(in language: Language) -> String { names.text(in: language) ?? slug }

    /// Returns whether a text can be the name of a category in addresses.
    public static func isSlug(_ text: String) -> Bool {
        (1...ListingAttributes.maximumCategoryLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            } && !text.hasPrefix("-") && !text.hasSuffix("-")
    }
}
