public import MarketModels
public import MarketTexts

/// The form that changes a listing, after the password was right.
public struct EditFormPage: WebPage {
    /// As it is now.
    public let product: Product
    /// The seller's contact as it is now.
    public let contact: String?
    public let values: FormValues
    /// What stood in the fields when the edit began. The form brings it along, so that what was not touched can be told
    /// from what was changed.
    public let base: FormValues
    /// The version that ``base`` is of.
    public let version: Int64
    public let kept: [KeptPicture]
    /// The tokens of the pictures when the edit began.
    public let basePictures: [String]
    public let problems: [FormProblem]
    /// Says that the password was right.
    public let ticket: String
    /// The list that the product was found in.
    public let from: ListAddress
    /// Whether that was too long ago: then the form asks for it once more.
    public let asksPassword: Bool
    /// What was changed both here and by somebody else.
    public let conflicts: [FormField]

    /// - Parameters:
    ///   - values: what stands in the fields; nil for what the product says.
    ///   - base: nil for what the product says.
    ///   - version: nil for the product's.
    public init(
        product: Product,
        contact: String?,
        values: FormValues? = nil,
        base: FormValues? = nil,
        version: Int64? = nil,
        kept: [KeptPicture],
        basePictures: [String]? = nil,
        problems: [FormProblem] = [],
        ticket: String,
        asksPassword: Bool = false,
        conflicts: [FormField] = [],
        from: ListAddress = ListAddress()
    ) {
        self.product = product
        self.contact = contact
        let now = FormValues(of: product, contact: contact)
        self.values = values ?? now
        self.base = base ?? now
        self.version = version ?? product.version
        self.kept = kept
        self.basePictures = basePictures ?? product.pictures.map { String($0.id.rawValue) }
        self.problems = problems
        self.ticket = ticket
        self.asksPassword = asksPassword
        self.conflicts = conflicts
        self.from = from
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let address = "/products/\(product.id.rawValue)"
        let own: [String: Any?] = [
            "isEdit": true,
            "kind": "edit",
            "action": address,
            "ticket": ticket,
            "editedVersion": version,
            "from": from.parameter,
            "newerVersion": product.version,
            "basePictures": basePictures.joined(separator: ","),
            "submit": texts[.save],
            "asksPassword": asksPassword,
            "conflict": conflicts.isEmpty ? nil : differences(site.language),
        ]
        let form = FormFacts(
            values: values,
            original: base,
            newer: Dictionary(uniqueKeysWithValues: newer(in: site.language)),
            kept: kept,
            problems: problems
        )
        let frame = Frame(kind: .form, title: texts[.editListing], back: from.leadingBack(from: address))
        return frame.html("form", site, form.facts(site).merging(own) { _, own in own })
    }

    /// What somebody else has written into the fields that were changed here, too: as sentences for beside them.
    public func newer(in language: Language) -> [(FormField, String)] {
        let texts = WebTexts(language: language)
        return conflicts.map { ($0, "\(texts[.nowThere]): \(there($0, language))") }
    }

    /// Says that somebody was faster, and what stands there now: for scripts.
    public func conflictSentence(in language: Language) -> String {
        let texts = WebTexts(language: language)
        let rows = conflicts.map { field in
            "\(texts[Self.word(for: field)]) – \(texts[.nowThere]): \(Self.shortened(there(field, language)))"
        }
        return ([texts[.conflictTitle] + ". " + texts[.conflictAdvice]] + rows).joined(separator: "\n")
    }

    private func differences(_ language: Language) -> Templates.Facts {
        let texts = WebTexts(language: language)
        let rows = conflicts.map { field in
            [
                "field": texts[Self.word(for: field)],
                "there": Self.shortened(there(field, language)),
                "yours": Self.shortened(shown(field, values, pictureCount: kept.count, language)),
            ] as Templates.Facts
        }
        return ["differences": rows]
    }

    private func there(_ field: FormField, _ language: Language) -> String {
        let now = FormValues(of: product, contact: contact)
        return shown(field, now, pictureCount: product.pictures.count, language)
    }

    private func shown(_ field: FormField, _ values: FormValues, pictureCount: Int, _ language: Language) -> String {
        let text = field == .images ? AppTexts(language: language).pictures(pictureCount) : values[field]
        return text.isEmpty ? "–" : text
    }

    /// Enough of a text to be told from another.
    private static func shortened(_ text: String) -> String {
        text.count > 120 ? text.prefix(120) + "…" : text
    }

    private static func word(for field: FormField) -> WebWord {
        switch field {
        case .images: .pictures
        case .name: .name
        case .price: .price
        case .currency: .currency
        case .discount: .discount
        case .stock: .stock
        case .seller: .sellerName
        case .contact: .contact
        case .password: .password
        case .descriptions: .description
        }
    }
}
