/// A page of a list, read at a single revision.
public struct ProductPage: Hashable, Sendable {
    /// The products in list order. Those of a seller who was blocked a moment ago are left out, so that there may be fewer
    /// than the page has room for.
    public let products: [ProductSummary]
    /// The number of products in the whole list, as far as it was counted.
    public let totalCount: Int
    /// Whether there are more products than ``totalCount``: a search counts up to ``ProductSearch/countedMatches``.
    public let isTotalCapped: Bool
    /// The cursor of the next page, or nil at the end of the list.
    public let nextCursor: ListCursor?
    /// The query that was searched instead because a word was taken for a typo, or nil if the original one was
    /// searched.
    public let correctedSearch: String?
    /// The revision at which the page was read.
    public let revision: Revision

    /// Creates a page with the given values.
    public init(
        products: [ProductSummary],
        totalCount: Int,
        isTotalCapped: Bool = false,
        nextCursor: ListCursor?,
        correctedSearch: String? = nil,
        revision: Revision
    ) {
        self.products = products.contains(where: \.isVendorBlocked) ? products.filter { !$0.isVendorBlocked } : products
        self.totalCount = totalCount
        self.isTotalCapped = isTotalCapped
        self.nextCursor = nextCursor
        self.correctedSearch = correctedSearch
        self.revision = revision
    }
}

/// The number of commits that changed the result of a GET. A response stays valid until the revision changes.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number of commits.
    public let rawValue: Int64
    /// Creates a revision from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// Compares by number; a later revision is larger.
    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}
