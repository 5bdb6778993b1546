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

    /// The fields as the API would have sent them: without what people group digits with, and without what is empty.
    var listing: ListingFields {
        var fields: [String: JSONValue] = [
            "name": .text(form["name"] ?? ""), "descriptions": .text(form["descriptions"] ?? ""),
            "currency": .text(form["currency"] ?? Currency.krw.rawValue), "contact": .text(form["contact"] ?? ""),
        ]
        for (name, key) in [("price", "price"), ("discount", "discounted_price"), ("stock", "stock")] {
            let digits = Self.digits(form[name] ?? "")
            if !digits.isEmpty { fields[key] = .text(digits) }
        }
        if let password = form["password"], !password.isEmpty { fields["secret"] = .text(password) }
        return ListingFields(fields)
    }

    /// What stands in the fields of an edit. Scripts send only what was changed: the rest is as the product says.
    func values(of product: Product, contact: String?) -> FormValues {
        var values = values
        let before = FormValues(of: product, contact: contact)
        if form["name"] == nil { values.name = before.name }
        if form["price"] == nil { values.price = before.price }
        if form["currency"] == nil { values.currency = before.currency }
        if form["discount"] == nil { values.discount = before.discount }
        if form["stock"] == nil { values.stock = before.stock }
        if form["contact"] == nil { values.contact = before.contact }
        if form["descriptions"] == nil { values.descriptions = before.descriptions }
        return values
    }

    /// What is to be changed: the fields that say something else than the product.
    func change(of product: Product, contact: String?) -> ListingChangeFields {
        let before = FormValues(of: product, contact: contact)
        let now = values(of: product, contact: contact)
        var fields: [String: JSONValue] = [:]
        if now.name != before.name { fields["name"] = .text(now.name) }
        if now.descriptions != before.descriptions { fields["descriptions"] = .text(now.descriptions) }
        if now.contact != before.contact { fields["contact"] = .text(now.contact) }
        if now.currency != before.currency { fields["currency"] = .text(now.currency.rawValue) }
        for (key, text, old) in [
            ("price", now.price, before.price), ("discounted_price", now.discount, before.discount),
            ("stock", now.stock, before.stock),
        ] where Self.digits(text) != old {
            // An emptied price is missing and not the old one; an emptied discount or stock is none.
            fields[key] = .text(Self.digits(text).isEmpty ? (key == "price" ? "–" : "0") : Self.digits(text))
        }
        return ListingChangeFields(fields)
    }

    /// The web's own, narrower bounds (API.md, “Limits”), for what was changed.
    func advice(comparedWith product: Product? = nil) -> [ListingProblem] {
        let bounds: [(ListingProblem.Field, FormField, String, String?)] = [
            (.name, .name, values.name, product?.listing.name),
            (.description, .descriptions, values.descriptions, product?.listing.description),
        ]
        return bounds.compactMap { field, formField, text, old in
            guard text != old, let maximum = formField.maximumLength,
                text.precomposedLength(isAbove: maximum)
            else { return nil }
            return ListingProblem(field, .tooLong(maximum: maximum))
        }
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

    private static func digits(_ text: String) -> String {
        text.filter { $0 != "," && !$0.isWhitespace }
    }
}

extension String {
    fileprivate func precomposedLength(isAbove maximum: Int) -> Bool {
        // Composed, it has at most as many scalars as before.
        guard unicodeScalars.count > maximum else { return false }
        return utf8.count > maximum * 16 || precomposedStringWithCanonicalMapping.unicodeScalars.count > maximum
    }
}
