/// The numbers of a list's envelope, which follow from page, size and total.
public struct PageWindow: Hashable, Sendable {
    public let number: Int
    public let size: Int
    public let totalCount: Int

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

    /// 0 for an empty list.
    public var lastPage: Int { totalCount / size + (totalCount % size > 0 ? 1 : 0) }
    public var hasNext: Bool { number < lastPage }
    public var hasPrevious: Bool { number > 1 }
}
