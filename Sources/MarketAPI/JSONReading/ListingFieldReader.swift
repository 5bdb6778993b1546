import MarketModels

/// Turns kept JSON values into the values of a listing, one field at a time, and gathers what is wrong with them.
///
/// `null` is “not given” everywhere. Numbers may be texts, `Optional(9000)` is a number and `nil` one that is not given, and
/// a number may stand where a text belongs (API.md, “Rules for every edition”); of two aliases the one that is given
/// counts.
struct ListingFieldReader {
    private let values: [String: JSONValue]
    private(set) var problems: [ListingProblem] = []

    init(_ values: [String: JSONValue]) { self.values = values }

    mutating func text(_ field: ListingProblem.Field, _ keys: String...) -> String? {
        switch value(keys) {
        case .text(let text), .number(let text): return text
        case .unreadableText: report(field, .unreadableText)
        case nil: break
        default: report(field, .wrongKind)
        }
        return nil
    }

    /// - Parameter empty: what an empty text stands for.
    mutating func amount(
        _ field: ListingProblem.Field,
        _ keys: String...,
        ifEmpty empty: DecimalAmount?
    ) -> DecimalAmount? {
        let text: String
        switch number(keys) {
        case .text(let given), .number(let given): text = given.trimmingBlankCharacters()
        case nil: return nil
        case let value:
            report(field, value == .other || value == .unreadableText ? .notANumber : .wrongKind)
            return nil
        }
        if text.isEmpty { return empty }
        do {
            return try DecimalAmount(reading: text)
        } catch {
            switch error {
            case .notANumber: report(field, .notANumber)
            case .negative: report(field, .negative)
            case .tooLarge: report(field, .tooLarge)
            case .tooPrecise: report(field, .tooPrecise)
            }
            return nil
        }
    }

    /// Letter case and surrounding white space don't matter; an empty text is “not given”.
    ///
    /// - Parameter named: finds the currency of a code in capitals; asked only about texts of three bytes.
    mutating func currency(
        _ keys: String...,
        named: (String) -> Currency? = Currency.init(rawValue:)
    ) -> Currency? {
        switch value(keys) {
        case .text(let given):
            let code = given.trimmingBlankCharacters()
            if code.isEmpty { return nil }
            // Comparing texts takes time in the square of a run of combining marks: long ones are not compared.
            if code.utf8.count == 3, let currency = named(code.uppercased()) { return currency }
            report(.currency, .unknownCurrency)
        case .unreadableText: report(.currency, .unknownCurrency)
        case nil: break
        default: report(.currency, .wrongKind)
        }
        return nil
    }

    /// A text that is “not given” when it is empty: in the `items` edition, where fields are parts of a form.
    mutating func textIfAny(_ field: ListingProblem.Field, _ keys: String...) -> String? {
        for key in keys {
            if case .text("") = values[key] { continue }
            guard let value = values[key], value != .null else { continue }
            return text(field, key)
        }
        return nil
    }

    /// The price that is to be paid: of whatever is no amount, nothing is said (API.md, “items”: apps send `nil` and
    /// `Optional(90)`).
    func bargain() -> BargainWish? {
        if let amount = unsignedAmount(number(["discounted_price"])) { return BargainWish(amount) }
        guard let amount = unsignedAmount(values["discountedPrice"]), amount.scale == 0 else { return nil }
        return BargainWish(amount, isPassedOverIfUnusable: true)
    }

    private func unsignedAmount(_ value: JSONValue?) -> DecimalAmount? {
        switch value {
        case .text(let given), .number(let given):
            guard let amount = DecimalAmount(given.trimmingBlankCharacters()), amount.significand >= 0 else {
                return nil
            }
            return amount
        default: return nil
        }
    }

    /// Pictures as text, or in an array of texts; null and empty texts count for nothing. Their texts are read
    /// elsewhere.
    mutating func checkPictureTexts(_ keys: String...) {
        switch value(keys) {
        case nil, .text, .unreadableText: break
        case .array(let elements):
            let areTexts = elements.allSatisfy { element in
                switch element {
                case .text, .unreadableText, .null: true
                default: false
                }
            }
            if !areTexts { report(.images, .wrongKind) }
        default: report(.images, .wrongKind)
        }
    }

    /// An id that the body repeats, or nil if it is none.
    func id(_ key: String) -> Int64? {
        switch number([key]) {
        case .text(let given), .number(let given): Int64(given.trimmingBlankCharacters())
        default: nil
        }
    }

    /// An id as an integer or as a text of digits; an empty text is “not given”.
    mutating func pictureID(_ field: ListingProblem.Field, _ keys: String...) -> Picture.ID? {
        switch number(keys) {
        case .text(let given) where given.trimmingBlankCharacters().isEmpty: return nil
        case nil: return nil
        case let value?: return pictureID(field, of: value)
        }
    }

    /// An array of ids, which may be empty.
    mutating func pictureIDs(_ field: ListingProblem.Field, _ keys: String...) -> [Picture.ID]? {
        switch value(keys) {
        case .array(let elements):
            var ids: [Picture.ID] = []
            for element in elements {
                // One problem says enough: a field is reported once.
                guard let id = pictureID(field, of: element) else { return nil }
                ids.append(id)
            }
            return ids
        case nil: break
        default: report(field, .wrongKind)
        }
        return nil
    }

    private mutating func pictureID(_ field: ListingProblem.Field, of value: JSONValue) -> Picture.ID? {
        switch value {
        case .text(let given), .number(let given):
            do {
                let amount = try DecimalAmount(reading: given.trimmingBlankCharacters())
                if amount.scale == 0 { return Picture.ID(rawValue: amount.significand) }
                report(field, .unknownPicture)
            } catch {
                report(field, error == .notANumber ? .notANumber : .unknownPicture)
            }
        case .unreadableText, .other: report(field, .notANumber)
        default: report(field, .wrongKind)
        }
        return nil
    }

    /// As ``value(_:)``, where a number belongs: without the `Optional(…)` around it; `nil` is “not given”.
    private func number(_ keys: [String]) -> JSONValue? {
        for key in keys {
            guard let value = value([key]) else { continue }
            switch value {
            case .text(let given), .number(let given):
                let text = given.trimmingBlankCharacters()
                if text == "nil" { continue }
                return .text(text.unwrappedFromOptional)
            default: return value
            }
        }
        return nil
    }

    /// The first alias that is given, nil if none is.
    private func value(_ keys: [String]) -> JSONValue? {
        for key in keys {
            if let value = values[key], value != .null { return value }
        }
        return nil
    }

    private mutating func report(_ field: ListingProblem.Field, _ reason: ListingProblem.Reason) {
        problems.append(ListingProblem(field, reason))
    }
}

extension String {
    /// `9000` for `Optional(9000)`, which Swift prints of a value that nobody has unwrapped.
    fileprivate var unwrappedFromOptional: String {
        let start = "Optional("
        guard hasPrefix(start), hasSuffix(")") else { return self }
        return String(dropFirst(start.count).dropLast()).trimmingBlankCharacters()
    }

    fileprivate func trimmingBlankCharacters() -> String {
        var rest = drop(while: \.isWhitespace)
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
