import Foundation

/// A number as people type it: `12000`, `12,000원`, `₩ 12,000`, `$19.99`, `１２０００`, `3개`.
///
/// This is the grammar of every field, option and table cell that takes an amount. `amounts.js` has the same one, and
/// `Tests/typed-amounts.json` holds both to it:
///
///     amount = ["-"] [mark] ["-"] digits ["." 1*digit] [mark]
///     digits = 1*digit / groups of three with a comma between, or groups of three with a space between
///     mark   = "₩" / "$" / "US$" / "KRW" / "USD" / "원" / "달러" / "개"
///
/// Full-width characters count as the ordinary ones, and white space may stand wherever a mark may. A comma only stands
/// between groups of three digits: in `19,99` some mean a decimal point, with others it is a slip, and nobody's price
/// is guessed at.
public struct TypedAmount: Hashable, Sendable {
    /// What a number counts.
    public enum Unit: Hashable, Sendable {
        case currency(Currency)
        case pieces
    }

    public let amount: DecimalAmount
    /// What the number says that it counts; nil where it is a bare number.
    public let unit: Unit?

    /// No amount is longer than this, in bytes of UTF-8.
    private static let maximumByteCount = 200

    private typealias Parts = (Substring, Substring?, Substring?, Substring?, Substring, Substring?, Substring?)

    private static var grammar: Regex<Parts> {
        #/
        (-)? \x20* (US\$|\$|₩|KRW|USD)? \x20* (-)? \x20*
        ([0-9]+ | [0-9]{1,3}(?:,[0-9]{3})+ | [0-9]{1,3}(?:\x20[0-9]{3})+) (\.[0-9]+)?
        \x20* (원|달러|KRW|USD|개)?
        /#
    }

    /// - Throws: `notANumber` where the text follows no rule of the grammar, or what makes the number one that can't be
    ///   counted with.
    public init(reading text: some StringProtocol) throws(DecimalAmount.ReadingError) {
        guard text.utf8.count <= Self.maximumByteCount, let match = Self.folded(text).wholeMatch(of: Self.grammar)
        else { throw .notANumber }
        let (_, minus, mark, otherMinus, whole, fraction, markBehind) = match.output
        let units = Set([mark, markBehind].compactMap { $0 }.map { Self.unit($0) })
        guard units.count <= 1, minus == nil || otherMinus == nil else { throw .notANumber }
        let digits = whole.filter { $0 != "," && $0 != " " } + (fraction ?? "")
        let amount = try DecimalAmount(reading: digits)
        guard minus == nil && otherMinus == nil || amount == .zero else { throw .negative }
        self.amount = amount
        unit = units.first
    }

    /// Reads a field that counts one thing.
    ///
    /// - Returns: nil for a field that is empty.
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
        switch (typed.unit, unit) {
        case (nil, _): return typed.amount
        case (let marked, _) where marked == unit: return typed.amount
        case (.currency, .currency): throw .otherCurrency
        default: throw .notANumber
        }
    }

    private static func unit(_ mark: Substring) -> Unit {
        switch mark {
        case "₩", "원", "KRW": .currency(.krw)
        case "개": .pieces
        default: .currency(.usd)
        }
    }

    /// Without what is only another way to write the same.
    private static func folded(_ text: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in String(text).precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "\u{FF01}"..."\u{FF5E}": folded.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case "\u{FFE6}": folded.append("₩")
            case "\u{2212}": folded.append("-")
            default: folded.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(folded).uppercased().trimmingCharacters(in: .whitespaces)
    }
}

extension ListingProblem.Reason {
    /// Why a text is no amount.
    public init(_ error: DecimalAmount.ReadingError) {
        switch error {
        case .notANumber: self = .notANumber
        case .negative: self = .negative
        case .tooLarge: self = .tooLarge
        case .tooPrecise: self = .tooPrecise
        }
    }
}
