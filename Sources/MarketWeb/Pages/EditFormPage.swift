public import MarketModels
public import MarketTexts

/// The form that changes a listing, after the password was right.
public struct EditFormPage: WebPage {
    /// As it was when the edit began.
    public let product: Product
    /// The seller's contact as it is now.
    public let contact: String?
    public let values: FormValues
    public let kept: [KeptPicture]
    public let problems: [FormProblem]
    /// Says that the password was right.
    public let ticket: String
    /// The product as somebody else has left it in the meantime; nil when nobody was faster.
    public let conflict: Product?
    /// The list that the product was found in.
    public let from: ListAddress

    /// - Parameter values: what stands in the fields; nil for what the product says.
    public init(
        product: Product,
        contact: String?,
        values: FormValues? = nil,
        kept: [KeptPicture],
        problems: [FormProblem] = [],
        ticket: String,
        conflict: Product? = nil,
        from: ListAddress = ListAddress()
    ) {
        self.product = product
        self.contact = contact
        self.values = values ?? FormValues(of: product, contact: contact)
        self.kept = kept
        self.problems = problems
        self.ticket = ticket
        self.conflict = conflict
        self.from = from
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let now = conflict ?? product
        let address = "/products/\(product.id.rawValue)"
        let original = FormValues(of: now, contact: contact)
        let own: [String: Any?] = [
            "isEdit": true,
            "kind": "edit",
            "action": address,
            "ticket": ticket,
            "editedVersion": now.version,
            "from": from.parameter,
            "submit": texts[.save],
            "conflict": conflict == nil ? nil : differences(from: original, texts),
        ]
        let form = FormFacts(values: values, original: original, kept: kept, problems: problems)
        let frame = Frame(kind: .form, title: texts[.editListing], back: from.leadingBack(from: address))
        return frame.html("form", site, form.facts(site).merging(own) { _, own in own })
    }

    /// Says that somebody was faster, and what stands there now beside what was typed: for scripts.
    public func conflictSentence(in language: Language) -> String {
        let texts = WebTexts(language: language)
        let rows = differingFields(from: FormValues(of: conflict ?? product, contact: contact), texts).map { row in
            "\(row.name): \(texts[.nowThere]) \(row.there), \(texts[.yours]) \(row.yours)"
        }
        return ([texts[.conflictTitle] + ". " + texts[.conflictAdvice]] + rows).joined(separator: "\n")
    }

    private func differences(from original: FormValues, _ texts: WebTexts) -> Templates.Facts {
        let rows = differingFields(from: original, texts).map { row in
            ["field": row.name, "there": row.there, "yours": row.yours] as Templates.Facts
        }
        return ["differences": rows, "hasDifferences": !rows.isEmpty]
    }

    private func differingFields(
        from original: FormValues,
        _ texts: WebTexts
    ) -> [(name: String, there: String, yours: String)] {
        let fields: [(field: FormField, word: WebWord)] = [
            (.name, .name), (.price, .price), (.currency, .currency), (.discount, .discount), (.stock, .stock),
            (.contact, .contact), (.descriptions, .description),
        ]
        return fields.compactMap { field, word in
            guard original[field] != values[field] else { return nil }
            return (texts[word], original[field], values[field])
        }
    }
}
