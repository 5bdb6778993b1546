import MarketAPI
import MarketModels
import MarketTexts

/// The view data of a product's screen except its images: texts ready to be displayed.
public struct ProductViewData: Hashable, Sendable {
    /// The product's name.
    public let name: String
    /// The sale price.
    public let price: String
    /// The price before the discount, to be shown struck through; nil without a discount.
    public let struckPrice: String?
    /// That the price was reduced, with the lowest price of the 30 days before; nil if it wasn't in the last 30 days.
    public let reduced: String?
    /// The stock: `품절`, `재고: 10`, `재고: 999+`; of a sold product `판매 완료`.
    public let stock: String
    /// The state, unless the product is open or ``stock`` says it: `예약 중`, `숨김`, `기간 만료`; otherwise nil.
    public let badge: String?
    /// The day that belongs to the state: until when the product is reserved, `2026년 3월 5일까지`, or when it was sold or
    /// expired; otherwise nil.
    public let stateDay: String?
    /// Whether the product is sold out or sold.
    public let isSoldOut: Bool
    /// When it was listed: `3시간 전에 등록`.
    public let listed: String
    /// The seller's name, or nil until the product is loaded.
    public let seller: String?
    /// The month since which the seller is registered, `2026년 3월부터 판매하고 있어요`; nil until the product is loaded.
    public let sellerSince: String?
    /// The description with its line breaks, or a note that there is none; nil until the product is loaded.
    public let description: String?

    /// The condition, the hand-over and the place, as far as they are given; empty until the product is loaded.
    public let attributes: [String]

    /// The name of the category; nil if it has none, and until the product and the market's categories are loaded.
    public let category: String?

    init(_ product: DetailedProduct, category: String? = nil, _ dependencies: AppDependencies) {
        let language = dependencies.language
        let texts = InterfaceTexts(language: language)
        let month = ProductTexts(language: language).month(product.vendor.createdAt, in: dependencies.calendar)
        let description = product.listing.description
        self.init(
            row: ProductRow(product.listed, language: language, now: dependencies.now()),
            texts,
            stateDay: texts.day(of: product.state, in: dependencies.calendar, language),
            seller: product.vendor.name,
            sellerSince: texts[.sellerSince(month)],
            description: description.isEmpty ? texts[.noDescription] : description,
            attributes: Self.texts(of: product.listing.attributes, language),
            category: category
        )
    }

    init(_ product: ListedProduct, _ dependencies: AppDependencies) {
        let language = dependencies.language
        let texts = InterfaceTexts(language: language)
        self.init(
            row: ProductRow(product, language: language, now: dependencies.now()),
            texts,
            stateDay: texts.day(of: product.state, in: dependencies.calendar, language)
        )
    }

    private init(
        row: ProductRow,
        _ texts: InterfaceTexts,
        stateDay: String?,
        seller: String? = nil,
        sellerSince: String? = nil,
        description: String? = nil,
        attributes: [String] = [],
        category: String? = nil
    ) {
        name = row.name
        price = row.price
        struckPrice = row.struckPrice
        reduced = row.reduced
        stock = row.stock
        badge = row.badge
        self.stateDay = stateDay
        isSoldOut = row.isSoldOut
        listed = texts[.listed(row.age)]
        self.seller = seller
        self.sellerSince = sellerSince
        self.description = description
        self.attributes = attributes
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
