import MarketAPI
import MarketModels
import MarketTexts

/// The view data of a product's screen except its images: texts ready to be displayed.
public struct ProductViewData: Hashable, Sendable {
    /// The texts that the product's row in a list has, too.
    public let row: ProductRow
    /// The day that belongs to the state: until when the product is reserved, `2026년 3월 5일까지`, or when it was sold or
    /// expired; otherwise nil.
    public let stateDay: String?
    /// When it was listed: `3시간 전에 등록`.
    public let listed: String
    /// The seller's name, or nil until the product is loaded.
    public private(set) var seller: String?
    /// The month since which the seller is registered, `2026년 3월부터 판매하고 있어요`; nil until the product is loaded.
    public private(set) var sellerSince: String?
    /// The description with its line breaks, or a note that there is none; nil until the product is loaded.
    public private(set) var description: String?
    /// The condition, the hand-over and the place, as far as they are given; empty until the product is loaded.
    public private(set) var attributes: [String] = []
    /// The name of the category; nil if it has none, and until the product and the market's categories are loaded.
    public private(set) var category: String?

    init(_ product: ListedProduct, _ dependencies: AppDependencies) {
        let language = dependencies.language
        let texts = InterfaceTexts(language: language)
        row = ProductRow(product, language: language, now: dependencies.now())
        stateDay = texts.day(of: product.state, in: dependencies.calendar, language)
        listed = texts[.listed(row.age)]
    }

    init(_ product: DetailedProduct, category: String? = nil, _ dependencies: AppDependencies) {
        let language = dependencies.language
        let texts = InterfaceTexts(language: language)
        let month = ProductTexts(language: language).month(product.vendor.createdAt, in: dependencies.calendar)
        self.init(product.listed, dependencies)
        seller = product.vendor.name
        sellerSince = texts[.sellerSince(month)]
        description = product.listing.description.isEmpty ? texts[.noDescription] : product.listing.description
        attributes = Self.texts(of: product.listing.attributes, language)
        self.category = category
    }

    private static func texts(of attributes: ListingAttributes, _ language: Language) -> [String] {
        let texts = ProductTexts(language: language)
        return attributes.given.filter { $0.field != .category }.map { texts.text(of: $0.field, $0.value) }
    }
}

extension InterfaceTexts {
    /// Returns the day that belongs to a state, or nil if there is none.
    func day(of state: ListingState, in calendar: MarketCalendar, _ language: Language) -> String? {
        let texts = ProductTexts(language: language)
        switch state {
        case .reserved(let end): return CalendarDay(endingAtMidnight: end).map { self[.reservedUntil(texts.day($0))] }
        case .sold(let time): return self[.soldOn(texts.day(time, in: calendar))]
        case .expired(let time): return self[.expiredOn(texts.day(time, in: calendar))]
        case .open, .hidden: return nil
        }
    }
}
