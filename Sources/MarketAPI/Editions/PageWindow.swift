/// The numbers in the envelope of a list, computed from page, size and total.
public struct PageWindow: Hashable, Sendable {
    /// The page number, from 1.
    public let number: Int
    /// The number of products per page, at least 1.
    public let size: Int
    /// The number of products in the whole list, at least 0.
    public let totalCount: Int

    /// Creates a window. Arguments below the lower bounds are raised to them.
    public init(number: Int, size: Int, totalCount: Int) {
        self.number = max(1, number)
        self.size = max(1, size)
        self.totalCount = max(0, totalCount)
    }

    /// `(number − 1) · size`, at most `Int.max`.
    public var offset: Int {
        let (product, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        return overflow ? .max : product
    }

    /// `offset + size`, not capped by the total (API.md, “training”).
    public var limit: Int {
        let (sum, overflow) = offset.addingReportingOverflow(size)
        return overflow ? .max : sum
    }

    /// The number of the last page, or 0 for an empty list.
    public var lastPage: Int { totalCount / size + (totalCount % size > 0 ? 1 : 0) }
    public var hasNext: Bool { number < lastPage }
    /// Whether a page precedes this one.
    public var hasPrevious: Bool { number > 1 }
}
