public import MarketModels
public import MarketTexts

/// The edit form of a listing, shown after the password was verified.
public struct EditFormPage: WebPage {
    /// The current product.
    public let product: Product
    /// The seller's current contact, or nil if there is none.
    public let contact: String?
    public let values: TypedListing
    /// The values when the edit began. The form sends them along, so that changed fields can be distinguished from
    /// unchanged ones.
    public let base: TypedListing
    /// The version of ``base``.
    public let version: Int64
    public let kept: [KeptImage]
    /// The tokens of the images when the edit began.
    public let baseImages: [String]
    public let problems: [FormProblem]
    /// The token that proves that the password was verified.
    public let ticket: String
    /// The list from which the product was opened.
    public let from: ListAddress
    /// Whether the ticket has expired, so that the form asks for the password again.
    public let asksPassword: Bool
    /// The fields that were changed both in the form and elsewhere.
    public let conflicts: [ListingField]

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - values: The values of the fields; nil for those of the product.
    ///   - base: The values when the edit began; nil for those of the product.
    ///   - version: The version of `base`; nil for that of the product.
    public init(
        product: Product,
        contact: String?,
        values: TypedListing? = nil,
        base: TypedListing? = nil,
        version: Int64? = nil,
        kept: [KeptImage],
        baseImages: [String]? = nil,
        problems: [FormProblem] = [],
        ticket: String,
        asksPassword: Bool = false,
        conflicts: [ListingField] = [],
        from: ListAddress = ListAddress()
    ) {
        self.product = product
        self.contact = contact
        let now = TypedListing(product.listing, seller: product.vendor.name, contact: contact)
        self.values = values ?? now
        self.base = base ?? now
        self.version = version ?? product.version
        self.kept = kept
        self.baseImages = baseImages ?? product.images.map { String($0.id.rawValue) }
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
            "basePictures": baseImages.joined(separator: ","),
            "submit": texts[.save],
            "asksPassword": asksPassword,
            "conflict": conflicts.isEmpty ? nil : differences(site.language),
        ]
        let form = FormViewData(
            values: values,
            original: base,
            newer: Dictionary(uniqueKeysWithValues: newer(in: site.language)),
            kept: kept,
            problems: problems
        )
        let frame = PageLayout(kind: .form, title: texts[.editListing], back: from.leadingBack(from: address))
        return frame.html("form", site, form.data(site).merging(own) { _, own in own })
    }

    /// Returns the newer values of the conflicting fields, as messages next to them.
    public func newer(in language: Language) -> [(ListingField, String)] {
        let texts = WebTexts(language: language)
        return conflicts.map { ($0, "\(texts[.nowThere]): \(newerText(of: $0, language))") }
    }

    /// Returns the message about the conflict with the newer values, for scripts.
    public func conflictSentence(in language: Language) -> String {
        let texts = WebTexts(language: language)
        let rows = conflicts.map { field in
            "\(texts[Self.word(for: field)]) – \(texts[.nowThere]): \(Self.shortened(newerText(of: field, language)))"
        }
        return ([texts[.conflictTitle] + ". " + texts[.conflictAdvice]] + rows).joined(separator: "\n")
    }

    private func differences(_ language: Language) -> Templates.Context {
        let texts = WebTexts(language: language)
        let rows = conflicts.map { field in
            [
                "field": texts[Self.word(for: field)],
                "there": Self.shortened(newerText(of: field, language)),
                "yours": Self.shortened(text(of: field, values, imageCount: kept.count, language)),
            ] as Templates.Context
        }
        return ["differences": rows]
    }

    private func newerText(of field: ListingField, _ language: Language) -> String {
        let now = TypedListing(product.listing, seller: product.vendor.name, contact: contact)
        return text(of: field, now, imageCount: product.images.count, language)
    }

    private func text(of field: ListingField, _ values: TypedListing, imageCount: Int, _ language: Language) -> String {
        let text = field == .images ? AppTexts(language: language).images(imageCount) : values[field]
        return text.isEmpty ? "–" : text
    }

    /// Returns the beginning of a text, enough to distinguish it from another.
    private static func shortened(_ text: String) -> String {
        text.count > 120 ? text.prefix(120) + "…" : text
    }

    private static func word(for field: ListingField) -> WebString {
        switch field {
        case .images: .images
        case .name: .name
        case .price: .price
        case .currency: .currency
        case .discount: .discount
        case .stock: .stock
        case .category: .category
        case .condition: .condition
        case .handover: .handover
        case .place: .place
        case .seller: .sellerName
        case .contact: .contact
        case .password: .password
        case .description: .description
        }
    }
}
