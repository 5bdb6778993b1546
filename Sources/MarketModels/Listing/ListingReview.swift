import Foundation

/// Checks fields one by one and collects the problems.
struct ListingReview {
    private(set) var problems: [ListingProblem] = []
    /// Composes a text (NFC). This is quadratic in the length of a run of combining marks.
    private let compose: (String) -> String

    /// - Parameters:
    ///   - earlier: The problems that are already known.
    ///   - compose: Replaced in tests, which count the composed texts.
    init(
        _ earlier: [ListingProblem],
        compose: @escaping (String) -> String = { $0.precomposedStringWithCanonicalMapping }
    ) {
        problems = earlier
        self.compose = compose
    }

    /// Reports a problem, unless the field has one already: the first problem makes later ones meaningless.
    mutating func report(_ field: ListingField, _ reason: ListingProblem.Reason) {
        guard !isReported(field) else { return }
        problems.append(ListingProblem(field, reason))
    }

    /// Returns the value, or nil if the field has a problem and the value is only a substitute.
    func unlessReported<Value>(_ field: ListingField, _ value: Value) -> Value? {
        isReported(field) ? nil : value
    }

    private func isReported(_ field: ListingField) -> Bool { problems.contains { $0.field == field } }

    /// Returns a text composed and without controls (``Swift/StringProtocol/withoutControls(onOneLine:)``).
    mutating func text(_ given: String?, _ field: ListingField, length: ClosedRange<Int>) -> String {
        guard let given else {
            if length.lowerBound > 0 { report(field, .missing) }
            return ""
        }
        // A composed character takes at least a quarter of the original scalars, each of at most four bytes.
        guard given.utf8.count <= length.upperBound * 16 else {
            report(field, .tooLong(maximum: length.upperBound))
            return ""
        }
        // Comparing and hashing are as slow as composing.
        guard !given.hasCombiningFlood else {
            report(field, .unreadableText)
            return ""
        }
        let text = compose(given).withoutControls(onOneLine: field != .description)
        // Composing splits a few marks into two, and some marks are recognized only afterwards.
        if text.unicodeScalars.contains("\0") || text.hasCombiningFlood {
            report(field, .unreadableText)
        } else if text.unicodeScalars.count > length.upperBound {
            report(field, .tooLong(maximum: length.upperBound))
        } else if length.lowerBound > 0, !text.isVisible {
            report(field, text.isEmpty ? .missing : .blank)
        } else if field != .description, text.isUnseen {
            report(field, .blank)
        }
        return text
    }

    /// - Parameters:
    ///   - price: The price, or nil if it is unknown; then nothing is compared with it.
    ///   - currency: The currency, or nil if it is unknown; then only values that no currency allows are reported.
    mutating func pricing(
        price: DecimalAmount?,
        reduction: RequestedReduction,
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

    /// - Returns: The discount in minor units, which may be out of bounds, or nil if it is unknown.
    private mutating func discount(
        _ reduction: RequestedReduction,
        on priceMinorUnits: Int64?,
        _ currency: Currency?
    ) -> Int64? {
        switch reduction {
        case .by(let amount):
            return minorUnits(amount, .discount, currency)
        case .to(let sale, let otherwise) where sale.isIgnoredIfInvalid:
            guard let currency, let salePrice = try? Money(sale.amount, in: currency).minorUnits,
                salePrice <= priceMinorUnits ?? .max
            else { return discount(otherwise, on: priceMinorUnits, currency) }
            return priceMinorUnits.map { $0 - salePrice }
        case .to(let sale, _):
            guard let salePrice = minorUnits(sale.amount, .discount, currency), let priceMinorUnits else { return nil }
            return priceMinorUnits - salePrice
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

    /// Returns the attributes with the given changes. An empty text removes an attribute.
    mutating func attributes(
        _ changes: [ListingField: String],
        of before: ListingAttributes,
        _ categories: CategoryTree?
    ) -> ListingAttributes {
        var attributes = before
        for field in ListingField.attributes {
            guard let text = changes[field] else { continue }
            attributes[value: field] = value(text, field, before, categories)
        }
        return attributes
    }

    private mutating func value(
        _ given: String,
        _ field: ListingField,
        _ before: ListingAttributes,
        _ categories: CategoryTree?
    ) -> ListingAttributes.Value? {
        switch field.kind {
        case .text(let length):
            let text = text(given, field, length: length).onOneLine
            return text.isEmpty ? nil : .text(text)
        case .number(let bounds): return number(given, field, bounds).map { .number($0) }
        case .category:
            return choice(given, field) { slug in
                if slug == before.category { return .text(slug) }
                guard Category.isSlug(slug), categories == nil || categories?.category(slug) != nil else { return nil }
                return .text(slug)
            }
        default: return choice(given, field, field.value)
        }
    }

    private mutating func choice(
        _ text: String,
        _ field: ListingField,
        _ value: (String) -> ListingAttributes.Value?
    ) -> ListingAttributes.Value? {
        if text.isEmpty { return nil }
        // No choice is longer, and comparing a run of combining marks is slow.
        guard text.utf8.count <= ListingAttributes.maximumCategoryLength, let value = value(text) else {
            report(field, .unknownChoice)
            return nil
        }
        return value
    }

    private mutating func number(_ text: String, _ field: ListingField, _ bounds: ClosedRange<Int64>) -> Int64? {
        do {
            guard let amount = try TypedAmount.amount(in: text, counting: .pieces) else { return nil }
            if amount.scale > 0 {
                report(field, .tooPrecise)
            } else if !bounds.contains(amount.significand) {
                report(field, .outOfBounds(bounds))
            }
            return amount.significand
        } catch {
            switch error {
            case .negative, .tooLarge: report(field, .outOfBounds(bounds))
            default: report(field, error)
            }
            return nil
        }
    }

    private mutating func minorUnits(
        _ amount: DecimalAmount,
        _ field: ListingField,
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
    /// A substitute for a rejected pricing.
    fileprivate static let nothing = Pricing(nothingIn: .krw)

    private init(nothingIn currency: Currency) {
        self.currency = currency
        priceMinorUnits = 0
        discountMinorUnits = 0
    }
}
