import Foundation

/// Gathers what is wrong while the fields are gone through one by one.
struct ListingReview {
    private(set) var problems: [ListingProblem] = []
    /// Composes a text (NFC), which takes time in the square of a run of combining marks.
    private let compose: (String) -> String

    /// - Parameters:
    ///   - earlier: what is known to be wrong already.
    ///   - compose: for tests, which count the texts that are composed.
    init(
        _ earlier: [ListingProblem],
        compose: @escaping (String) -> String = { $0.precomposedStringWithCanonicalMapping }
    ) {
        problems = earlier
        self.compose = compose
    }

    /// A field is reported once: what was found first made it unreadable for the rest.
    mutating func report(_ field: ListingProblem.Field, _ reason: ListingProblem.Reason) {
        guard !isReported(field) else { return }
        problems.append(ListingProblem(field, reason))
    }

    /// Nil for a field that has a problem: its value is then unknown, not the one that stands in for it.
    func unlessReported<Value>(_ field: ListingProblem.Field, _ value: Value) -> Value? {
        isReported(field) ? nil : value
    }

    private func isReported(_ field: ListingProblem.Field) -> Bool { problems.contains { $0.field == field } }

    mutating func text(_ given: String?, _ field: ListingProblem.Field, length: ClosedRange<Int>) -> String {
        guard let given else {
            if length.lowerBound > 0 { report(field, .missing) }
            return ""
        }
        // Composed, a character takes at least a quarter of the scalars and at most four bytes each.
        guard given.utf8.count <= length.upperBound * 16 else {
            report(field, .tooLong(maximum: length.upperBound))
            return ""
        }
        // Comparing and hashing take as long as composing.
        guard !given.hasCombiningFlood else {
            report(field, .unreadableText)
            return ""
        }
        let text = compose(given)
        // A few marks fall apart into two when they are composed, and some are not told as marks before.
        if text.unicodeScalars.contains("\0") || text.hasCombiningFlood {
            report(field, .unreadableText)
        } else if text.unicodeScalars.count > length.upperBound {
            report(field, .tooLong(maximum: length.upperBound))
        } else if length.lowerBound > 0, text.allSatisfy(\.isWhitespace) {
            report(field, text.isEmpty ? .missing : .blank)
        }
        return text
    }

    /// - Parameters:
    ///   - price: nil when it is unknown; then nothing is compared with it.
    ///   - currency: nil when it is unknown; then only what no currency allows is reported.
    mutating func pricing(
        price: DecimalAmount?,
        reduction: PriceReduction,
        currency: Currency?,
        _ prices: PricePolicy
    ) -> Pricing {
        let priceMinorUnits = price.flatMap { minorUnits($0, .price, currency) }
        let discountMinorUnits = discount(reduction, on: priceMinorUnits, currency)
        guard let currency, let priceMinorUnits, let discountMinorUnits else { return .nothing }
        guard
            let pricing = Pricing(
                currency: currency,
                priceMinorUnits: priceMinorUnits,
                discountMinorUnits: discountMinorUnits
            )
        else {
            report(.discount, .discountAbovePrice)
            return .nothing
        }
        if prices.isWhole {
            if !pricing.price.isWhole { report(.price, .fraction) }
            if !pricing.discount.isWhole { report(.discount, .fraction) }
        }
        return pricing
    }

    /// - Returns: the amount off in minor units, which may be out of bounds, or nil when it can't be known.
    private mutating func discount(
        _ reduction: PriceReduction,
        on priceMinorUnits: Int64?,
        _ currency: Currency?
    ) -> Int64? {
        switch reduction {
        case .by(let amount):
            return minorUnits(amount, .discount, currency)
        case .to(let wish, let otherwise) where wish.isPassedOverIfUnusable:
            guard let currency, let bargain = try? Money(wish.amount, in: currency).minorUnits,
                bargain <= priceMinorUnits ?? .max
            else { return discount(otherwise, on: priceMinorUnits, currency) }
            return priceMinorUnits.map { $0 - bargain }
        case .to(let wish, _):
            guard let bargain = minorUnits(wish.amount, .discount, currency), let priceMinorUnits else { return nil }
            return priceMinorUnits - bargain
        }
    }

    mutating func stock(_ amount: DecimalAmount) -> Int64 {
        if amount.scale > 0 {
            report(.stock, .tooPrecise)
        } else if amount.significand < 0 {
            report(.stock, .negative)
        } else if amount.significand > ListingRules.maximumStock {
            report(.stock, .tooLarge)
        }
        return amount.significand
    }

    private mutating func minorUnits(
        _ amount: DecimalAmount,
        _ field: ListingProblem.Field,
        _ currency: Currency?
    ) -> Int64? {
        guard let currency else {
            if amount.significand < 0 { report(field, .negative) }
            return nil
        }
        do {
            return try Money(amount, in: currency).minorUnits
        } catch {
            switch error {
            case .tooPrecise: report(field, .tooPrecise)
            case .negative: report(field, .negative)
            case .tooLarge: report(field, .tooLarge)
            }
            return nil
        }
    }
}

extension Pricing {
    /// Stands in for a pricing that was refused.
    fileprivate static let nothing = Pricing(nothingIn: .krw)

    private init(nothingIn currency: Currency) {
        self.currency = currency
        priceMinorUnits = 0
        discountMinorUnits = 0
    }
}

extension String {
    /// Whether more combining marks follow each other than any script needs: 30, the bound of Unicode's stream-safe
    /// text format (UAX #15).
    fileprivate var hasCombiningFlood: Bool {
        var run = 0
        for scalar in unicodeScalars {
            // No mark combines below U+0300, and looking properties up is slow.
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            run = isMark ? run + 1 : 0
            if run > 30 { return true }
        }
        return false
    }
}
