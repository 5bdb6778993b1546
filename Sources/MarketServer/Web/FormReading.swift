import Foundation
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// Turns a form's texts into what the use cases take, and what is wrong with them into sentences beside its fields.
struct FormReading {
    let form: WebForm

    var values: FormValues {
        FormValues(
            name: form["name"] ?? "",
            price: form["price"] ?? "",
            currency: form["currency"].flatMap { Currency(rawValue: $0) } ?? .krw,
            discount: form["discount"] ?? "",
            stock: form["stock"] ?? "",
            seller: form["seller"] ?? "",
            contact: form["contact"] ?? "",
            descriptions: form["descriptions"] ?? ""
        )
    }

    /// What is to be listed.
    var listing: ListingFields {
        var fields: [String: JSONValue] = [
            "name": .text(form["name"] ?? ""), "descriptions": .text(form["descriptions"] ?? ""),
            "currency": .text(form["currency"] ?? Currency.krw.rawValue), "contact": .text(form["contact"] ?? ""),
        ]
        let keys: [(FormField, String)] = [(.price, "price"), (.discount, "discounted_price"), (.stock, "stock")]
        for (field, key) in keys {
            if let amount = try? values.amount(field) { fields[key] = .text(amount.digits) }
        }
        if let password = form["password"], !password.isEmpty { fields["secret"] = .text(password) }
        return ListingFields(fields)
    }

    static func problems(_ error: MarketError, _ language: Language) -> [FormProblem] {
        if case .invalid(let problems) = error {
            let texts = ErrorTexts(language: language)
            return problems.all.map { FormProblem(field: FormField($0.field), sentence: texts.sentence(for: $0)) }
        }
        let answer = ErrorTranslator().translate(error, language: language).answer
        if case .unusableImage = error { return [FormProblem(field: .images, sentence: answer.message)] }
        return [FormProblem(field: nil, sentence: answer.message)]
    }
}

extension FormValues {
    /// Reads a field that holds an amount.
    ///
    /// - Returns: nil for an empty field.
    func amount(_ field: FormField) throws(ListingProblem.Reason) -> DecimalAmount? {
        try TypedAmount.amount(in: self[field], counting: field == .stock ? .pieces : .currency(currency))
    }

    /// What stands where an amount belongs and is none.
    var amountProblems: [ListingProblem] {
        let fields: [(FormField, ListingProblem.Field)] = [(.price, .price), (.discount, .discount), (.stock, .stock)]
        return fields.compactMap { field, named in
            do throws(ListingProblem.Reason) {
                _ = try amount(field)
                return nil
            } catch {
                return ListingProblem(named, error)
            }
        }
    }

    /// Whether a field says something else than in another state of the form: amounts are compared, not digits, and an
    /// empty amount off is none.
    func differs(from other: FormValues, in field: FormField) -> Bool {
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
