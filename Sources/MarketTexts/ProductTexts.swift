public import MarketModels

/// Formats prices, stock, ages and dates, for web pages, apps and the command line.
public struct ProductTexts: Sendable {
    /// The largest stock that is shown exactly; larger ones are shown as `999+`.
    public static let maximumExactStock: Int64 = 999

    let language: Language
    private let strings: any LanguageStrings

    /// Creates the formatter of a language.
    public init(language: Language) {
        self.language = language
        strings = language.strings
    }

    /// Returns an amount grouped by thousands, with its currency: `12,000원` or `₩12,000`, `1,200엔` or `¥1,200`,
    /// `$19.99`, `$20`; in other than the usual currencies with the code, `1,200 CHF` or `CHF 1,200`.
    public func price(_ money: Money) -> String {
        let unit = money.currency.minorUnitsPerUnit
        let (whole, rest) = money.minorUnits.quotientAndRemainder(dividingBy: unit)
        guard rest != 0 else { return strings.price(Self.grouped(whole), money.currency) }
        var digits = String(unit + rest).dropFirst()
        // How many digits an unknown currency has isn't known.
        while !money.currency.isKnown, digits.last == "0" { digits.removeLast() }
        return strings.price("\(Self.grouped(whole)).\(digits)", money.currency)
    }

    /// Returns the sale price, which the buyer pays; for a price of 0 that the thing is given away: `나눔`, `Free`.
    public func salePrice(_ pricing: Pricing) -> String {
        pricing.salePrice.minorUnits == 0 ? strings.free : price(pricing.salePrice)
    }

    /// Returns the name of a category.
    public func category(_ category: Category) -> String { category.name(in: language) }

    /// Returns the price before the discount, which is shown struck through, or nil without a discount.
    public func struckPrice(_ pricing: Pricing) -> String? { pricing.isDiscounted ? price(pricing.price) : nil }

    /// Returns that the price was reduced, with the lowest price of the 30 days before:
    /// `가격 인하 · 이전 30일 최저가 12,000원`, `Reduced · lowest in the 30 days before: ₩12,000`.
    public func reduced(_ reduction: PriceReduction) -> String { strings.reduced(from: price(reduction.lowest)) }

    /// Returns the stock: `품절`, `재고: 10`, `재고: 999+`.
    public func stock(_ count: Int64) -> String {
        guard count > 0 else { return strings.soldOut }
        return strings.stock(count > Self.maximumExactStock ? "\(Self.maximumExactStock)+" : String(count))
    }

    /// Returns the stock of a product in a state: a sold one is `판매 완료` instead.
    public func stock(_ count: Int64, in state: ListingState) -> String {
        state.kind == .sold ? self.state(.sold) : stock(state.shownStock(count))
    }

    /// Returns the name of a state: `판매 중`, `예약 중`, `판매 완료`, `숨김`, `기간 만료`.
    public func state(_ kind: ListingState.Kind) -> String { strings.state(kind) }

    /// Returns the age of a timestamp: `방금 전`, `3시간 전`. A timestamp in the future, caused by a wrong clock, counts as
    /// now.
    public func age(of moment: Timestamp, now: Timestamp) -> String {
        let seconds = max(0, now.millisecondsSinceEpoch - moment.millisecondsSinceEpoch) / 1000
        let units: [(unit: AgeUnit, seconds: Int64)] = [
            (.year, 31_536_000), (.month, 2_592_000), (.week, 604_800), (.day, 86_400), (.hour, 3600), (.minute, 60),
        ]
        guard let fitting = units.first(where: { seconds >= $0.seconds }) else { return strings.justNow }
        return strings.age(Int(seconds / fitting.seconds), fitting.unit)
    }

    /// Returns the day in a calendar: `2026년 3월 5일`, `March 5, 2026`.
    public func day(_ moment: Timestamp, in calendar: MarketCalendar) -> String {
        let (year, month, day) = date(of: moment, in: calendar)
        return strings.day(year: year, month: month, day: day)
    }

    /// Returns a day: `2026년 3월 5일`, `March 5, 2026`.
    public func day(_ day: CalendarDay) -> String { strings.day(year: day.year, month: day.month, day: day.day) }

    /// Returns the month in a calendar: `2026년 3월`, `March 2026`.
    public func month(_ moment: Timestamp, in calendar: MarketCalendar) -> String {
        let (year, month, _) = date(of: moment, in: calendar)
        return strings.month(year: year, month: month)
    }

    /// The date in a calendar, or in UTC in years that no day of a listing has.
    private func date(of moment: Timestamp, in calendar: MarketCalendar) -> (year: Int, month: Int, day: Int) {
        guard let day = calendar.day(of: moment) else {
            let date = moment.calendar
            return (date.year, date.month, date.day)
        }
        return (day.year, day.month, day.day)
    }

    /// Returns a count grouped by thousands: `1,234`.
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

/// The units of an age.
enum AgeUnit: CaseIterable, Sendable {
    case year, month, week, day, hour, minute
}
