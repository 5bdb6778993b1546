import MarketModels

/// Converts JSON values to the fields of a listing, one field at a time, and collects the problems.
///
/// `null` always counts as “not given”. A number may be written as a text; `Optional(9000)` is a number, and `nil` is
/// one that is not given. A number is also accepted where a text belongs (API.md, “Rules for every edition”). Of two
/// aliases, the first one given is used. A text such as `12.000`, whose point may separate thousands, is refused; as a
/// JSON number it is 12.
struct ListingFieldReader {
    private let values: [String: JSONValue]
    private(set) var problems: [ListingProblem] = []

    init(_ values: [String: JSONValue]) { self.values = values }

    mutating func text(_ field: ListingField, _ keys: String...) -> String? {
        switch value(keys) {
        case .text(let text), .number(let text): return text
        case .unreadableText: report(field, .unreadableText)
        case nil: break
        default: report(field, .wrongKind)
        }
        return nil
    }

    /// Reads the texts of the attributes that are given.
    mutating func attributes() -> [ListingField: String] {
        var texts: [ListingField: String] = [:]
        for field in ListingField.attributes { texts[field] = text(field, field.key) }
        return texts
    }

    /// - Parameter empty: The value that an empty text represents.
    mutating func amount(
        _ field: ListingField,
        _ keys: String...,
        ifEmpty empty: DecimalAmount?
    ) -> DecimalAmount? {
        let text: String
        switch number(keys) {
        case .text(let given):
            text = given
            if isAmbiguous(text, field) {
                report(field, .ambiguousSeparator)
                return nil
            }
        case .number(let given): text = given
        case nil: return nil
        case let value:
            report(field, value == .other || value == .unreadableText ? .notANumber : .wrongKind)
            return nil
        }
        if text.isEmpty { return empty }
        do {
            return try DecimalAmount(sent: text)
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

    /// Returns whether the point in a text may separate thousands. In a currency with three decimals, which the body has
    /// to name, it doesn't.
    private func isAmbiguous(_ text: String, _ field: ListingField) -> Bool {
        guard TypedAmount.mayBeThousands(text) else { return false }
        guard field != .stock, case .text(let code) = values["currency"], code.utf8.count <= 16 else { return true }
        return Currency(rawValue: code.trimmingBlankCharacters().uppercased())?.exponent != 3
    }

    /// Reads a currency code, ignoring case and surrounding white space. An empty text counts as “not given”.
    ///
    /// - Parameter named: Returns the currency of an upper-case code; called only for texts of three bytes.
    mutating func currency(
        _ keys: String...,
        named: (String) -> Currency? = Currency.init(rawValue:)
    ) -> Currency? {
        switch value(keys) {
        case .text(let given):
            let code = given.trimmingBlankCharacters()
            if code.isEmpty { return nil }
            // Comparing strings is quadratic in the length of a run of combining marks, so long ones are not compared.
            if code.utf8.count == 3, let currency = named(code.uppercased()) { return currency }
            report(.currency, .unknownCurrency)
        case .unreadableText: report(.currency, .unknownCurrency)
        case nil: break
        default: report(.currency, .wrongKind)
        }
        return nil
    }

    /// Reads a text that counts as “not given” if it is empty; for the `items` edition, whose fields are form parts.
    mutating func textIfAny(_ field: ListingField, _ keys: String...) -> String? {
        for key in keys {
            if case .text("") = values[key] { continue }
            guard let value = values[key], value != .null else { continue }
            return text(field, key)
        }
        return nil
    }

    /// Reads the sale price. A value that is not an amount is ignored without a problem (API.md, “items”: apps send
    /// `nil` and `Optional(90)`).
    mutating func salePrice() -> RequestedSalePrice? {
        for key in ["discounted_price", "discountedPrice"] {
            guard case .text(let text) = number([key]), isAmbiguous(text, .discount) else { continue }
            report(.discount, .ambiguousSeparator)
            return nil
        }
        if let amount = unsignedAmount(number(["discounted_price"])) { return RequestedSalePrice(amount) }
        guard let amount = unsignedAmount(values["discountedPrice"]), amount.scale == 0 else { return nil }
        return RequestedSalePrice(amount, isIgnoredIfInvalid: true)
    }

    private func unsignedAmount(_ value: JSONValue?) -> DecimalAmount? {
        switch value {
        case .text(let given), .number(let given):
            guard let amount = try? DecimalAmount(sent: given.trimmingBlankCharacters()), amount.significand >= 0 else {
                return nil
            }
            return amount
        default: return nil
        }
    }

    /// Checks that images are a text or an array of texts; null and empty texts are ignored. The texts themselves are
    /// decoded elsewhere.
    mutating func checkImageTexts(_ keys: String...) {
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

    /// Reads the id in the body, or returns nil if it is not an integer.
    func id(_ key: String) -> Int64? {
        switch number([key]) {
        case .text(let given), .number(let given): Int64(given.trimmingBlankCharacters())
        default: nil
        }
    }

    /// Reads an id, given as an integer or as a text of digits. An empty text counts as “not given”.
    mutating func imageID(_ field: ListingField, _ keys: String...) -> ProductImage.ID? {
        switch number(keys) {
        case .text(let given) where given.trimmingBlankCharacters().isEmpty: return nil
        case nil: return nil
        case let value?: return imageID(field, of: value)
        }
    }

    /// Reads an array of ids, which may be empty.
    mutating func imageIDs(_ field: ListingField, _ keys: String...) -> [ProductImage.ID]? {
        switch value(keys) {
        case .array(let elements):
            var ids: [ProductImage.ID] = []
            for element in elements {
                // A field is reported only once, so the first problem ends the loop.
                guard let id = imageID(field, of: element) else { return nil }
                ids.append(id)
            }
            return ids
        case nil: break
        default: report(field, .wrongKind)
        }
        return nil
    }

    private mutating func imageID(_ field: ListingField, of value: JSONValue) -> ProductImage.ID? {
        switch value {
        case .text(let given), .number(let given):
            do {
                let amount = try DecimalAmount(reading: given.trimmingBlankCharacters())
                if amount.scale == 0 { return ProductImage.ID(rawValue: amount.significand) }
                report(field, .unknownImage)
            } catch {
                report(field, error == .notANumber ? .notANumber : .unknownImage)
            }
        case .unreadableText, .other: report(field, .notANumber)
        default: report(field, .wrongKind)
        }
        return nil
    }

    /// As ``value(_:)`` for numbers: removes the `Optional(…)` around the number and treats `nil` as “not given”.
    private func number(_ keys: [String]) -> JSONValue? {
        for key in keys {
            guard let value = value([key]) else { continue }
            switch value {
            case .text(let given):
                if let text = given.readAsOptional { return .text(text) }
            case .number(let given):
                if let text = given.readAsOptional { return .number(text) }
            default: return value
            }
        }
        return nil
    }

    /// Returns the value of the first alias that is given, or nil if none is.
    private func value(_ keys: [String]) -> JSONValue? {
        for key in keys {
            if let value = values[key], value != .null { return value }
        }
        return nil
    }

    private mutating func report(_ field: ListingField, _ reason: ListingProblem.Reason) {
        problems.append(ListingProblem(field, reason))
    }
}

extension String {
    /// `9000` for `Optional(9000)`, which is how Swift prints an optional that was not unwrapped; nil for `nil`.
    fileprivate var readAsOptional: String? {
        let text = trimmingBlankCharacters()
        if text == "nil" { return nil }
        let start = "Optional("
        guard text.hasPrefix(start), text.hasSuffix(")") else { return text }
        return String(text.dropFirst(start.count).dropLast()).trimmingBlankCharacters()
    }

    fileprivate func trimmingBlankCharacters() -> String {
        var rest = drop(while: \.isWhitespace)
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
