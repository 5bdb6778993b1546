/// One stretch of a list, all of it read at one revision.
public struct ProductPage: Hashable, Sendable {
    public let products: [ProductSummary]
    /// How many products the whole list has, as far as it was counted.
    public let totalCount: Int
    /// Whether there are more than ``totalCount``: a search counts up to ``ProductSearch/countedMatches``.
    public let isTotalCapped: Bool
    /// Where to go on, or nil at the end of the list.
    public let nextCursor: ListCursor?
    /// What was searched for instead, where a word was taken for a typo; nil if it was what was typed.
    public let correctedSearch: String?
    /// The revision that was read.
    public let revision: Revision

    public init(
        products: [ProductSummary],
        totalCount: Int,
        isTotalCapped: Bool = false,
        nextCursor: ListCursor?,
        correctedSearch: String? = nil,
        revision: Revision
    ) {
        self.products = products
        self.totalCount = totalCount
        self.isTotalCapped = isTotalCapped
        self.nextCursor = nextCursor
        self.correctedSearch = correctedSearch
        self.revision = revision
    }
}

/// Counts the commits that changed what a GET shows. An answer made at one revision is right until it moves.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}
