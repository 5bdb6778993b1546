public import MarketModels

/// How prices, stock, ages and dates are said: the same on pages, in apps and on the command line.
public struct GoodsTexts: Sendable {
    /// More pieces than this are said as “so many and more”.
    public static let largestStockSaid: Int64 = 999

    private let words: any GoodsWords

    public init(language: Language) {
        switch language {
        case .korean: words = KoreanGoodsWords()
        case .english: words = EnglishGoodsWords()
        }
    }

    /// An amount grouped by thousands, with its currency: `12,000원` or `₩12,000`, `1,200엔` or `¥1,200`,
    /// `$19.99`, `$20`.
    public func price(_ money: Money) -> String {
        let unit = money.currency.minorUnitsPerUnit
        let (whole, rest) = money.minorUnits.quotientAndRemainder(dividingBy: unit)
        guard rest != 0 else { return words.price(Self.grouped(whole), money.currency) }
        return words.price("\(Self.grouped(whole)).\(rest < 10 ? "0" : "")\(rest)", money.currency)
    }

    /// What a buyer pays.
    public func bargain(_ pricing: Pricing) -> String { price(pricing.bargain) }

    /// The price before the discount, which is shown struck through; nil without a discount.
    public func struckPrice(_ pricing: Pricing) -> String? { pricing.isDiscounted ? price(pricing.price) : nil }

    /// How many pieces are left: `품절`, `재고: 10`, `재고: 999+`.
    public func stock(_ count: Int64) -> String {
        guard count > 0 else { return words.soldOut }
        return words.stock(count > Self.largestStockSaid ? "\(Self.largestStockSaid)+" : String(count))
    }

    /// How long ago a moment was: `방금 전`, `3시간 전`. A moment to come, by a clock that is wrong, is now.
    public func age(of moment: Timestamp, now: Timestamp) -> String {
        let seconds = max(0, now.millisecondsSinceEpoch - moment.millisecondsSinceEpoch) / 1000
        let units: [(unit: AgeUnit, seconds: Int64)] = [
            (.year, 31_536_000), (.month, 2_592_000), (.week, 604_800), (.day, 86_400), (.hour, 3600), (.minute, 60),
        ]
        guard let fitting = units.first(where: { seconds >= $0.seconds }) else { return words.justNow }
        return words.age(Int(seconds / fitting.seconds), fitting.unit)
    }

    /// The day in UTC: `2026년 3월 5일`, `March 5, 2026`.
    public func day(_ moment: Timestamp) -> String {
        let date = moment.calendar
        return words.day(year: date.year, month: date.month, day: date.day)
    }

    /// The month in UTC: `2026년 3월`, `March 2026`.
    public func month(_ moment: Timestamp) -> String {
        let date = moment.calendar
        return words.month(year: date.year, month: date.month)
    }

    /// A count grouped by thousands: `1,234`.
    public static func grouped(_ count: some BinaryInteger) -> String {
        let digits = Array(String(count))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3), digits[index - 1] != "-" { text += "," }
            text.append(digit)
        }
        return text
    }
}

/// The measures in which an age is said.
enum AgeUnit: CaseIterable, Sendable {
    case year, month, week, day, hour, minute
}

/// What each language file says.
protocol GoodsWords: Sendable {
    var soldOut: String { get }
    var justNow: String { get }

    func price(_ amount: String, _ currency: Currency) -> String
    func stock(_ count: String) -> String
    func age(_ count: Int, _ unit: AgeUnit) -> String
    func day(year: Int, month: Int, day: Int) -> String
    func month(year: Int, month: Int) -> String
}
