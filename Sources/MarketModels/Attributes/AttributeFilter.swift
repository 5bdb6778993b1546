/// What a list is narrowed to, by the attributes and the prices of its products.
public struct AttributeFilter: Hashable, Sendable {
    /// A range of sale prices in one currency.
    public struct PriceRange: Hashable, Sendable {
        /// The currency. Products in other currencies are left out, because amounts of different currencies are never
        /// compared.
        public let currency: Currency
        /// The lowest sale price, in minor units.
        public let minimum: Int64
        /// The highest sale price, in minor units, or nil for no limit.
        public let maximum: Int64?

        /// Creates a range.
        public init(currency: Currency, minimum: Int64 = 0, maximum: Int64? = nil) {
            self.currency = currency
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// The parameters of addresses, the same for pages and for the API (API-291). A page has its category in the path.
    public enum Parameter: String, CaseIterable, Sendable {
        case category, condition, handover, place
        case minimumPrice = "price_min"
        case maximumPrice = "price_max"
        case priceCurrency = "price_currency"
        case free, sold
    }

    /// Nothing is left out.
    public static let none = AttributeFilter()

    /// The category, with those in it, by its name in addresses.
    public var category: String?
    /// The condition.
    public var condition: ItemCondition?
    /// The buyer's wish, which ``Handover/both`` meets, too.
    public var handover: Handover?
    /// Words that must all occur in the place, each also as a part of a word; empty for any place.
    public var place: String
    /// The range of prices.
    public var price: PriceRange?
    /// Whether only products with a sale price of 0 are listed, in any currency.
    public var isFree: Bool
    /// Whether sold products that lists don't show any more are found, too. In a list of what is in stock there are none.
    public var includesSold: Bool

    /// Creates a filter.
    public init(
        category: String? = nil,
        condition: ItemCondition? = nil,
        handover: Handover? = nil,
        place: String = "",
        price: PriceRange? = nil,
        isFree: Bool = false,
        includesSold: Bool = false
    ) {
        self.category = category
        self.condition = condition
        self.handover = handover
        self.place = place
        self.price = price
        self.isFree = isFree
        self.includesSold = includesSold
    }

    /// Whether the list is as it is without a filter.
    public var isEmpty: Bool { self == .none }

    /// The number of chosen conditions, as a person counts them.
    public var count: Int {
        [category != nil, condition != nil, handover != nil, !place.isEmpty, price != nil, isFree, includesSold]
            .count { $0 }
    }

    /// Reads a filter from the parameters of an address. Empty values count as “not given”, and two prices are taken in either
    /// order: nothing costs at least 100,000 and at most 100.
    ///
    /// - Parameters:
    ///   - currency: The currency of prices if none is given.
    ///   - value: Returns the value of a parameter, or nil if it is missing.
    /// - Returns: The filter without the parameters that have no usable value, and these.
    public static func reading(
        currency: Currency,
        _ value: (Parameter) -> String?
    ) -> (filter: AttributeFilter, unusable: [Parameter]) {
        var filter = AttributeFilter()
        var unusable: [Parameter] = []
        func read<Value>(_ parameter: Parameter, _ make: (String) -> Value?) -> Value? {
            guard let text = value(parameter), !text.allSatisfy(\.isWhitespace) else { return nil }
            // A longer text is no choice, and comparing a run of combining marks is slow.
            let made = text.utf8.count > 1000 ? nil : make(text)
            if made == nil { unusable.append(parameter) }
            return made
        }
        filter.category = read(.category) { Category.isSlug($0) ? $0 : nil }
        filter.condition = read(.condition, ItemCondition.init(rawValue:))
        filter.handover = read(.handover, Handover.init(rawValue:))
        filter.place =
            read(.place) { text in
                let place = text.onOneLine
                return place.unicodeScalars.count <= ListingAttributes.placeLength.upperBound ? place : nil
            } ?? ""
        func flag(_ parameter: Parameter) -> Bool {
            read(parameter) { ["1", "true", "yes"].contains($0.lowercased()) ? true : nil } ?? false
        }
        filter.isFree = flag(.free)
        filter.includesSold = flag(.sold)
        let currency = read(.priceCurrency) { Currency(rawValue: $0.uppercased()) } ?? currency
        func amount(_ parameter: Parameter) -> Int64? {
            read(parameter) { text in
                guard let amount = try? TypedAmount.amount(in: text, counting: .currency(currency)) else { return nil }
                return try? Money(amount, in: currency).minorUnits
            }
        }
        let (minimum, maximum) = (amount(.minimumPrice), amount(.maximumPrice))
        if minimum != nil || maximum != nil {
            let (low, high) = (minimum ?? 0, maximum)
            filter.price = PriceRange(
                currency: currency,
                minimum: min(low, high ?? low),
                maximum: high.map { max(low, $0) }
            )
        }
        return (filter, unusable)
    }

    /// The parameters of an address with this filter.
    public var parameters: [(parameter: Parameter, value: String)] {
        var parameters: [(Parameter, String)] = []
        if let category { parameters.append((.category, category)) }
        if let condition { parameters.append((.condition, condition.rawValue)) }
        if let handover { parameters.append((.handover, handover.rawValue)) }
        if !place.isEmpty { parameters.append((.place, place)) }
        if let price {
            if let text = price.minimumText { parameters.append((.minimumPrice, text)) }
            if let text = price.maximumText { parameters.append((.maximumPrice, text)) }
            if price.minimum > 0 || price.maximum != nil {
                parameters.append((.priceCurrency, price.currency.rawValue))
            }
        }
        if isFree { parameters.append((.free, "1")) }
        if includesSold { parameters.append((.sold, "1")) }
        return parameters
    }
}

extension AttributeFilter.PriceRange {
    /// The lowest price as digits, or nil if it is 0.
    public var minimumText: String? {
        minimum > 0 ? Money(minorUnits: minimum, currency: currency).plainDigits : nil
    }

    /// The highest price as digits, or nil for no limit.
    public var maximumText: String? { maximum.map { Money(minorUnits: $0, currency: currency).plainDigits } }
}
