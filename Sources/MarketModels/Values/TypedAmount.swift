import Foundation

/// A number as users type it: `12000`, `12,000원`, `₩ 12,000`, `$19.99`, `1,200엔`, `１２０００`, `5만원`, `3개`.
///
/// This is the grammar of every form field, command-line option and table cell that accepts an amount. `amounts.js`
/// implements the same grammar, and `Tests/typed-amounts.json` tests both:
///
///     amount  = ["-"] [mark] ["-"] (digits ["." 1*digit] / counted) [mark]
///     digits  = 1*digit / groups of three with a comma between, or groups of three with a space between
///     counted = a number in myriads: "5만", "1만5천", "2억 3천만", or one with decimals: "1.5만", "2.5천만"
///     mark    = "₩" / "$" / "US$" / "HK$" / "¥" / "JP¥" / "CN¥" / "€" / "£" / any code of three letters
///             / "원" / "달러" / "엔" / "円" / "유로" / "파운드" / "위안" / "元" / "홍콩달러" / "홍콩 달러" / "개"
///
/// Symbols precede the number, names follow it, and codes and € can do either. `$` alone may mean USD or HKD, `¥` alone
/// JPY or CNY: it is accepted where one of these is expected.
///
/// Full-width characters count as the ordinary ones, a backslash as ₩, `万`, `千` and `億` as their Korean names, and white
/// space is allowed wherever a mark is. What could be read in two ways is rejected rather than guessed: a comma anywhere
/// but between groups of three digits (`19,99`), and a point before exactly three digits where it may separate thousands
/// (`12.000`), unless the currency has three decimals.
public struct TypedAmount: Hashable, Sendable {
    /// The units that a number can count.
    public enum Unit: Hashable, Sendable {
        /// Money in a currency.
        case currency(Currency)
        /// Money in what no currency's code is.
        case unknownCurrency(String)
        /// Pieces in stock.
        case pieces
    }

    /// The number, at least 0; nil if its separators can be read in two ways.
    private let amount: DecimalAmount?
    /// The units that the marks allow; empty for a bare number.
    private let units: Set<Unit>
    /// Whether the point may separate thousands: `12.000`.
    private let mayBeThousands: Bool

    /// The maximum length of an amount, in bytes of UTF-8.
    private static let maximumByteCount = 200

    private typealias Parts = (Substring, Substring?, Substring?, Substring?, Substring, Substring?)

    private static var grammar: Regex<Parts> {
        #/
        (-)? \x20* (US\$|HK\$|\$|₩|JP¥|CN¥|¥|€|£|[A-Z]{3})? \x20* (-)? \x20*
        ([0-9][0-9.,'’\x20억만천백십]*?)
        \x20* (원|달러|엔|円|유로|€|파운드|위안|元|홍콩\x20?달러|[A-Z]{3}|개)?
        /#
    }

    /// What people write instead of a price of 0, as the market does.
    private static var free: Regex<Substring> { #/(?:무료\x20?)?나눔|무료|FREE/# }

    /// Parses a typed amount.
    private init(reading text: some StringProtocol) throws(ListingProblem.Reason) {
        guard text.utf8.count <= Self.maximumByteCount, let match = Self.folded(text).wholeMatch(of: Self.grammar)
        else { throw .notANumber }
        let (_, minus, mark, otherMinus, number, markBehind) = match.output
        let marks = [mark, markBehind].compactMap { $0 }.map { Self.units($0) }
        units = marks.dropFirst().reduce(marks.first ?? []) { $0.intersection($1) }
        guard marks.isEmpty || !units.isEmpty, minus == nil || otherMinus == nil else { throw .notANumber }
        let digits = try TypedNumber.digits(of: String(number))
        mayBeThousands = digits.map(Self.mayBeThousands) ?? false
        do {
            amount = try digits.map { digits throws(DecimalAmount.ReadingError) in try DecimalAmount(reading: digits) }
        } catch {
            throw ListingProblem.Reason(error)
        }
        guard minus == nil && otherMinus == nil || amount == .zero else { throw .negative }
    }

    /// Reads a field that counts one unit.
    ///
    /// - Parameter unit: The unit; nil if only the product determines it, which rejects amounts that name a currency.
    /// - Returns: nil for an empty field.
    /// - Throws: The reason why the text is not an amount in this unit.
    public static func amount(
        in text: some StringProtocol,
        counting unit: Unit?
    ) throws(ListingProblem.Reason) -> DecimalAmount? {
        if text.allSatisfy(\.isWhitespace) { return nil }
        let typed = try TypedAmount(reading: text)
        guard typed.units.isEmpty || unit.map(typed.units.contains) == true else {
            if unit == .pieces || typed.units.contains(.pieces) { throw .notANumber }
            throw .otherCurrency
        }
        guard let amount = typed.amount, !typed.mayBeThousands || unit?.hasThreeDecimals == true else {
            throw .ambiguousSeparator
        }
        return amount
    }

    /// Reads a price, with the same parameter and errors: an amount, or that something is given away, which is 0 in any currency:
    /// `나눔`, `무료나눔`, `무료`, `Free`.
    public static func price(
        in text: some StringProtocol,
        counting unit: Unit?
    ) throws(ListingProblem.Reason) -> DecimalAmount? {
        let isFree = text.utf8.count <= maximumByteCount && folded(text).wholeMatch(of: free) != nil
        return isFree ? .zero : try amount(in: text, counting: unit)
    }

    /// Returns whether the point in a number may separate thousands instead of decimals: `12.000`, but neither
    /// `0.500`, `1200.000` nor `12.00`.
    package static func mayBeThousands(_ digits: some StringProtocol) -> Bool {
        let parts = digits.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, 1...3 ~= parts[0].count, parts[1].count == 3 else { return false }
        let isNumber = parts.joined().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isNumber && parts[0].first != UInt8(ascii: "0")
    }

    private static func units(_ mark: Substring) -> Set<Unit> {
        switch mark {
        case "₩", "원": [.currency(.krw)]
        case "$": [.currency(.usd), .currency(.hkd)]
        case "US$", "달러": [.currency(.usd)]
        case "HK$", "홍콩달러", "홍콩 달러": [.currency(.hkd)]
        case "¥": [.currency(.jpy), .currency(.cny)]
        case "JP¥", "엔", "円": [.currency(.jpy)]
        case "CN¥", "위안", "元": [.currency(.cny)]
        case "€", "유로": [.currency(.eur)]
        case "£", "파운드": [.currency(.gbp)]
        case "개": [.pieces]
        default: [Currency(rawValue: String(mark)).map { Unit.currency($0) } ?? .unknownCurrency(String(mark))]
        }
    }

    /// Returns the text with alternative spellings of the same character unified.
    private static func folded(_ text: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in String(text).precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            // What the key ₩ of a Korean keyboard types on Windows, and what tables in CP949 have for it.
            case "\\", "\u{FF3C}", "\u{FFE6}": folded.append("₩")
            case "\u{FF01}"..."\u{FF5E}": folded.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case "\u{FFE5}": folded.append("¥")
            case "\u{FFE1}": folded.append("£")
            case "\u{2212}": folded.append("-")
            case "万", "萬": folded.append("만")
            case "千": folded.append("천")
            case "億", "亿": folded.append("억")
            default: folded.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(folded).uppercased().trimmingCharacters(in: .whitespaces)
    }
}

extension TypedAmount.Unit {
    fileprivate var hasThreeDecimals: Bool {
        if case .currency(let currency) = self { currency.exponent == 3 } else { false }
    }
}

extension ListingProblem.Reason {
    /// Creates the reason for a text that can't be read as an amount.
    public init(_ error: DecimalAmount.ReadingError) {
        switch error {
        case .notANumber: self = .notANumber
        case .negative: self = .negative
        case .tooLarge: self = .tooLarge
        case .tooPrecise: self = .tooPrecise
        }
    }
}
