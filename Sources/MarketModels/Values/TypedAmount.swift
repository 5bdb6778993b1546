import Foundation

/// A number as users type it: `12000`, `12,000원`, `₩ 12,000`, `$19.99`, `1,200엔`, `１２０００`, `3개`.
///
/// This is the grammar of every form field, command-line option and table cell that accepts an amount. `amounts.js`
/// implements the same grammar, and `Tests/typed-amounts.json` tests both:
///
///     amount = ["-"] [mark] ["-"] digits ["." 1*digit] [mark]
///     digits = 1*digit / groups of three with a comma between, or groups of three with a space between
///     mark   = "₩" / "$" / "US$" / "HK$" / "¥" / "JP¥" / "CN¥" / "€" / "£" / any code of three letters
///            / "원" / "달러" / "엔" / "円" / "유로" / "파운드" / "위안" / "元" / "홍콩달러" / "홍콩 달러" / "개"
///
/// Symbols precede the number, names follow it, and codes and € can do either. `$` alone may mean USD or HKD, `¥` alone
/// JPY or CNY: it is accepted where one of these is expected.
///
/// Full-width characters count as the ordinary ones, and white space is allowed wherever a mark is. A comma is allowed
/// only between groups of three digits: `19,99` is a decimal comma for some users and a typo for others, so it is
/// rejected rather than guessed.
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

    /// The number, at least 0.
    public let amount: DecimalAmount
    /// The units that the marks allow; empty for a bare number.
    public let units: Set<Unit>

    /// The maximum length of an amount, in bytes of UTF-8.
    private static let maximumByteCount = 200

    private typealias Parts = (Substring, Substring?, Substring?, Substring?, Substring, Substring?, Substring?)

    private static var grammar: Regex<Parts> {
        #/
        (-)? \x20* (US\$|HK\$|\$|₩|JP¥|CN¥|¥|€|£|[A-Z]{3})? \x20* (-)? \x20*
        ([0-9]+ | [0-9]{1,3}(?:,[0-9]{3})+ | [0-9]{1,3}(?:\x20[0-9]{3})+) (\.[0-9]+)?
        \x20* (원|달러|엔|円|유로|€|파운드|위안|元|홍콩\x20?달러|[A-Z]{3}|개)?
        /#
    }

    /// Parses a typed amount.
    ///
    /// - Throws: `notANumber` if the text doesn't match the grammar; otherwise the reason why the number can't be
    ///   represented.
    public init(reading text: some StringProtocol) throws(DecimalAmount.ReadingError) {
        guard text.utf8.count <= Self.maximumByteCount, let match = Self.folded(text).wholeMatch(of: Self.grammar)
        else { throw .notANumber }
        let (_, minus, mark, otherMinus, whole, fraction, markBehind) = match.output
        let marks = [mark, markBehind].compactMap { $0 }.map { Self.units($0) }
        let units = marks.dropFirst().reduce(marks.first ?? []) { $0.intersection($1) }
        guard marks.isEmpty || !units.isEmpty, minus == nil || otherMinus == nil else { throw .notANumber }
        let digits = whole.filter { $0 != "," && $0 != " " } + (fraction ?? "")
        let amount = try DecimalAmount(reading: digits)
        guard minus == nil && otherMinus == nil || amount == .zero else { throw .negative }
        self.amount = amount
        self.units = units
    }

    /// Reads a field that counts one unit.
    ///
    /// - Returns: nil for an empty field.
    /// - Throws: The reason why the text is not an amount in this unit.
    public static func amount(
        in text: some StringProtocol,
        counting unit: Unit
    ) throws(ListingProblem.Reason) -> DecimalAmount? {
        if text.allSatisfy(\.isWhitespace) { return nil }
        let typed: TypedAmount
        do {
            typed = try TypedAmount(reading: text)
        } catch {
            throw ListingProblem.Reason(error)
        }
        if typed.fits(unit) { return typed.amount }
        if unit == .pieces || typed.units.contains(.pieces) { throw .notANumber }
        throw .otherCurrency
    }

    /// Returns whether the number can count a unit; a bare number can count any.
    public func fits(_ unit: Unit) -> Bool { units.isEmpty || units.contains(unit) }

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
            case "\u{FF01}"..."\u{FF5E}": folded.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case "\u{FFE6}": folded.append("₩")
            case "\u{FFE5}": folded.append("¥")
            case "\u{FFE1}": folded.append("£")
            case "\u{2212}": folded.append("-")
            default: folded.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(folded).uppercased().trimmingCharacters(in: .whitespaces)
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
