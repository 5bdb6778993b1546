import Foundation
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The reading of a form: its texts as input of the use cases, and their problems as sentences for its fields.
struct FormReading {
    let form: WebForm
    /// The currency of a form that has none.
    let currency: Currency

    var values: TypedListing {
        var values = TypedListing(currency: currency)
        // A page never has a password in it.
        for field in ListingField.allCases where field != .password {
            values[field] = form[field.rawValue] ?? (field == .currency ? currency.rawValue : "")
        }
        return values
    }

    /// The fields of a new listing.
    var listing: ListingFields {
        var fields: [String: JSONValue] = [
            "name": .text(form["name"] ?? ""), "descriptions": .text(form["descriptions"] ?? ""),
            "currency": .text(form["currency"] ?? currency.rawValue), "contact": .text(form["contact"] ?? ""),
        ]
        for field in ListingField.attributes { fields[field.key] = .text(form[field.rawValue] ?? "") }
        for field in [ListingField.price, .discount, .stock] {
            if let amount = try? values.amount(field) { fields[field.key] = .number(amount.digits) }
        }
        if let password = form["password"], !password.isEmpty { fields["secret"] = .text(password) }
        return ListingFields(fields)
    }

    static func problems(
        _ error: MarketError,
        _ language: Language,
        by translator: ErrorTranslator
    ) -> [FormProblem] {
        if case .invalid(let problems) = error {
            let texts = ErrorTexts(language: language)
            return problems.all.map { FormProblem(field: $0.field.inForm, sentence: texts.sentence(for: $0)) }
        }
        let response = translator.translate(error, language: language).response
        if case .unusableImage = error { return [FormProblem(field: .images, sentence: response.message)] }
        return [FormProblem(field: nil, sentence: response.message)]
    }
}

extension TypedListing {
    /// The problems of fields that should contain an amount and don't.
    var amountProblems: [ListingProblem] {
        [ListingField.price, .discount, .stock].compactMap { field in
            do throws(ListingProblem.Reason) {
                _ = try amount(field)
                return nil
            } catch {
                return ListingProblem(field, error)
            }
        }
    }

    /// Returns whether a field differs from another state of the form. Amounts are compared by value, and an empty
    /// discount or stock is zero.
    func differs(from other: TypedListing, in field: ListingField) -> Bool {
        switch field {
        case .price, .discount, .stock:
            guard let mine = try? amount(field) ?? (field == .price ? nil : .zero),
                let theirs = try? other.amount(field) ?? (field == .price ? nil : .zero)
            else { return self[field] != other[field] }
            return mine != theirs
        default: return self[field] != other[field]
        }
    }
}
