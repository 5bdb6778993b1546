/// Which products a list shows, in which order, and which stretch of them.
public struct ProductQuery: Hashable, Sendable {
    public static let defaultPageSize = 20
    public static let pageSizes = 1...800
    /// How far page numbers reach in a list that is searched, filtered or sorted by what is paid: what is behind comes
    /// by cursor only.
    public static let numberedProducts = 10_000

    /// The order of a list. Ties are broken by id, so an order is always total.
    public enum Order: Hashable, Sendable {
        /// By id, descending.
        case newest
        /// By id, ascending: the `items` edition.
        case oldest
        /// By what is paid, the cheapest first, currency after currency; of equal ones the newest first.
        case cheapest
        /// By what is paid, the dearest first, currency after currency; of equal ones the newest first.
        case dearest

        /// Whether the order is by what is paid.
        public var isByPrice: Bool { self == .cheapest || self == .dearest }
    }

    public enum Window: Hashable, Sendable {
        /// By number, from 1.
        case page(Int)
        /// Exactly behind the last product of an earlier answer.
        case after(ListCursor)
    }

    public var order: Order
    /// The currency that comes first in a list by what is paid. No amount of one currency is ever compared with one of
    /// another: the other currencies follow, one after the other.
    public var firstCurrency: Currency
    public var window: Window
    /// How many products at most, 1 to 800.
    public var size: Int
    /// Only this vendor's products.
    public var vendor: Vendor.ID?
    /// Only products of which a piece is left.
    public var isInStock: Bool
    /// Only products whose texts have this in them.
    public var search: ProductSearch?
    /// Only products in these currencies.
    public var currencyScope: CurrencyScope
    /// Whether summaries carry descriptions.
    public var includesDescriptions: Bool
    /// Whether summaries carry the names of all pictures.
    public var includesPictures: Bool

    /// Page number and size are brought into range, never refused (API.md, “Rules for every edition”).
    public init(
        order: Order = .newest,
        firstCurrency: Currency = .krw,
        window: Window = .page(1),
        size: Int = defaultPageSize,
        vendor: Vendor.ID? = nil,
        isInStock: Bool = false,
        search: ProductSearch? = nil,
        currencyScope: CurrencyScope = .all,
        includesDescriptions: Bool = false,
        includesPictures: Bool = false
    ) {
        self.order = order
        self.firstCurrency = firstCurrency
        if case .page(let number) = window {
            self.window = .page(max(1, number))
        } else {
            self.window = window
        }
        self.size = size.clamped(to: Self.pageSizes)
        self.vendor = vendor
        self.isInStock = isInStock
        self.search = search
        self.currencyScope = currencyScope
        self.includesDescriptions = includesDescriptions
        self.includesPictures = includesPictures
    }

    /// The currencies of the list, in the order in which it has them by what is paid: behind the first one KRW, then the
    /// others by their codes.
    ///
    /// - Parameter cursor: those before this place are left out.
    public func currencies(behind cursor: PriceCursor? = nil) -> [Currency] {
        let others = Currency.allCases.filter { $0 != .krw }.sorted { $0.rawValue < $1.rawValue }
        let order = [firstCurrency] + ([.krw] + others).filter { $0 != firstCurrency }
        let start = cursor.flatMap { order.firstIndex(of: $0.amount.currency) } ?? 0
        return order[start...].filter { currencyScope.contains($0) }
    }
}

/// A place in a list behind a product, whether or not that product still exists.
public enum ListCursor: Hashable, Sendable {
    /// In a list ordered by id.
    case afterID(Product.ID)
    /// In a list ordered by what is paid.
    case afterPrice(PriceCursor)

    /// Whether it marks a place in that list.
    public func fits(_ query: ProductQuery) -> Bool {
        guard case .afterPrice(let place) = self else { return fits(query.order) }
        return fits(query.order) && place.firstCurrency == query.firstCurrency
    }

    /// Whether it marks a place in a list of that order.
    public func fits(_ order: ProductQuery.Order) -> Bool {
        switch self {
        case .afterID: !order.isByPrice
        case .afterPrice: order.isByPrice
        }
    }
}

/// A place in a list ordered by what is paid.
public struct PriceCursor: Hashable, Sendable {
    /// The currency that the list begins with.
    public let firstCurrency: Currency
    /// What is paid for the product.
    public let amount: Money
    public let id: Product.ID

    public init(firstCurrency: Currency, amount: Money, id: Product.ID) {
        self.firstCurrency = firstCurrency
        self.amount = amount
        self.id = id
    }
}
