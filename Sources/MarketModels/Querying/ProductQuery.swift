/// A query for a page of products: filter, order and position.
public struct ProductQuery: Hashable, Sendable {
    /// The page size if none is requested.
    public static let defaultPageSize = 20
    /// The page sizes that are allowed.
    public static let pageSizes = 1...800
    /// The number of products that page numbers reach in a list that is searched, filtered or sorted by price. Further
    /// products are reached only by cursor.
    public static let numberedProducts = 10_000
    /// The number of products up to which a list can be counted by category.
    public static let groupedProducts = 1000

    /// The order of a list. Ties are broken by id, so an order is always total.
    public enum Order: CaseIterable, Hashable, Sendable {
        /// By id, descending.
        case newest
        /// By id, ascending: the `items` edition.
        case oldest
        /// By sale price, ascending, one currency after another; equal prices by newest.
        case cheapest
        /// By sale price, descending, one currency after another; equal prices by newest.
        case mostExpensive
        /// By the last move to the top, or else by when the product was listed, the latest first; equal times by newest.
        case bumped

        /// Whether the order is that of the ids, in which stores read lists without conditions by position.
        public var isByID: Bool { self == .newest || self == .oldest }
        /// Whether the order is by sale price.
        public var isByPrice: Bool { self == .cheapest || self == .mostExpensive }
    }

    /// An order that people and apps can choose. The raw values are those of the parameter `sort`, on pages and in the API
    /// (API.md, “Extensions”).
    public enum Sort: String, CaseIterable, Hashable, Sendable {
        case newest
        case cheapest = "price_asc"
        case mostExpensive = "price_desc"
        case bumped

        /// Creates the order that a parameter names in any letter case, or returns nil if there is none.
        public init?(parameter text: String) { self.init(rawValue: text.lowercased()) }

        /// The order of the list.
        public var order: Order {
            switch self {
            case .newest: .newest
            case .cheapest: .cheapest
            case .mostExpensive: .mostExpensive
            case .bumped: .bumped
            }
        }
    }

    /// The position of a page in the list.
    public enum Window: Hashable, Sendable {
        /// A page number, from 1.
        case page(Int)
        /// The page directly after the last product of an earlier one.
        case after(ListCursor)
    }

    /// The order of the list.
    public var order: Order
    /// The first currency in a list sorted by price. Amounts of different currencies are never compared: the other
    /// currencies follow one after another.
    public var firstCurrency: Currency
    /// The position of the page.
    public var window: Window
    /// The maximum number of products on the page, 1 to 800.
    public var size: Int
    /// The vendor whose products are listed, or nil for all vendors.
    public var vendor: Vendor.ID?
    /// Whether to list all products of the vendor, also those that lists don't show: for the seller. It is ignored for
    /// all vendors together, and in lists that are searched, filtered or sorted by price.
    public var includesUnlisted: Bool
    /// Whether to list only products that are in stock and not sold.
    public var isInStock: Bool
    /// What the list is narrowed to.
    public var filter: AttributeFilter
    /// The text that the products must contain, or nil for no search.
    public var search: ProductSearch?
    /// The currencies of the products to list.
    public var currencyScope: CurrencyScope
    /// Whether summaries include descriptions.
    public var includesDescriptions: Bool
    /// Whether summaries include the names of all images.
    public var includesImages: Bool

    /// Creates a query. Page number and size are clamped to their ranges, never rejected (API.md, “Rules for every
    /// edition”).
    public init(
        order: Order = .newest,
        firstCurrency: Currency = .krw,
        window: Window = .page(1),
        size: Int = defaultPageSize,
        vendor: Vendor.ID? = nil,
        includesUnlisted: Bool = false,
        isInStock: Bool = false,
        filter: AttributeFilter = .none,
        search: ProductSearch? = nil,
        currencyScope: CurrencyScope = .all,
        includesDescriptions: Bool = false,
        includesImages: Bool = false
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
        self.includesUnlisted = includesUnlisted
        self.isInStock = isInStock
        self.filter = filter
        self.search = search
        self.currencyScope = currencyScope
        self.includesDescriptions = includesDescriptions
        self.includesImages = includesImages
    }

    /// Returns the currencies of the list in the order of a list sorted by price: the first currency, then KRW, then
    /// the others by code.
    ///
    /// - Parameter cursor: If given, the currencies before it are omitted.
    public func currencies(behind cursor: PriceCursor? = nil) -> [Currency] {
        let order = [firstCurrency] + Self.orderedCurrencies.filter { $0 != firstCurrency }
        let start = cursor.flatMap { order.firstIndex(of: $0.amount.currency) } ?? 0
        return order[start...].filter { currencyScope.contains($0) }
    }

    private static let orderedCurrencies: [Currency] =
        [.krw] + Currency.allCases.filter { $0 != .krw }.sorted { $0.rawValue < $1.rawValue }
}

/// A position in a list after a product, whether or not that product still exists.
public enum ListCursor: Hashable, Sendable {
    /// A position in a list ordered by id.
    case afterID(Product.ID)
    /// A position in a list ordered by sale price.
    case afterPrice(PriceCursor)
    /// A position in a list ordered by the last move to the top.
    case afterBump(BumpCursor)

    /// Returns whether the cursor is valid in a list.
    public func fits(_ query: ProductQuery) -> Bool {
        guard case .afterPrice(let place) = self else { return fits(query.order) }
        return fits(query.order) && place.firstCurrency == query.firstCurrency
    }

    /// Returns whether the cursor is valid in a list of an order.
    public func fits(_ order: ProductQuery.Order) -> Bool {
        switch self {
        case .afterID: order.isByID
        case .afterPrice: order.isByPrice
        case .afterBump: order == .bumped
        }
    }
}

/// A position in a list ordered by sale price.
public struct PriceCursor: Hashable, Sendable {
    /// The first currency of the list.
    public let firstCurrency: Currency
    /// The sale price of the product.
    public let amount: Money
    /// The product's identifier.
    public let id: Product.ID

    /// Creates a cursor after a product.
    public init(firstCurrency: Currency, amount: Money, id: Product.ID) {
        self.firstCurrency = firstCurrency
        self.amount = amount
        self.id = id
    }
}

/// A position in a list ordered by the last move to the top.
public struct BumpCursor: Hashable, Sendable {
    /// When the product was last moved to the top, or else when it was listed.
    public let time: Timestamp
    /// The product's identifier.
    public let id: Product.ID

    /// Creates a cursor after a product.
    public init(time: Timestamp, id: Product.ID) {
        self.time = time
        self.id = id
    }
}
