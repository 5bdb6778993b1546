import MarketModels
import MarketTexts

/// The edit form of a listing: with the product after the password was verified, and before that only with what was sent.
struct EditFormPage: WebPage {
    let id: Product.ID
    /// The current product, or nil if the password hasn't been verified.
    let current: SellerProduct?
    var values: TypedListing
    /// The values when the edit began. The form sends them along, so that changed fields can be distinguished from
    /// unchanged ones.
    var base: TypedListing
    /// The version of ``base``, or nil if none was sent.
    var version: Int64?
    let kept: [KeptImage]
    /// The tokens of the images when the edit began.
    let baseImages: [String]
    var problems: [FormProblem] = []
    /// The token that proves that the password was verified.
    let ticket: String
    /// Whether the ticket has expired, so that the form asks for the password again.
    var asksPassword = false
    /// The fields that were changed both in the form and elsewhere.
    var conflicts: [ListingField] = []
    /// The list from which the product was opened.
    let from: ListAddress

    func html(_ site: SiteContext) -> String {
        let address = "/products/\(id.rawValue)"
        let waiting = ListingField.allCases.filter(\.needsApproval).map(site.texts.label(of:))
        let own: [String: Any?] = [
            "isEdit": true,
            "keepsListing": true,
            "kind": "edit",
            "action": address,
            "ticket": ticket,
            "editedVersion": version,
            "from": from.parameter,
            "newerVersion": current?.product.version,
            "basePictures": baseImages.joined(separator: ","),
            "submit": site.texts[.save],
            "asksPassword": asksPassword,
            "changesWait": site.profile.registration == .approved ? site.texts[.changesWait(waiting)] : nil,
            "conflict": conflicts.isEmpty ? nil : differences(site),
        ]
        let form = FormViewData(
            values: values,
            original: base,
            newer: Dictionary(uniqueKeysWithValues: newer(site)),
            kept: kept,
            problems: problems
        )
        let frame = PageLayout(kind: .form, title: site.texts[.editListing], back: from.leadingBack(from: address))
        return frame.html("form", site, form.data(site).merging(own) { _, own in own })
    }

    /// Returns the newer values of the conflicting fields, as messages next to them.
    func newer(_ site: SiteContext) -> [(ListingField, String)] {
        conflicts.map { ($0, "\(site.texts[.nowThere]): \(newerText(of: $0, site))") }
    }

    /// Returns the message about the conflict with the newer values, for scripts.
    func conflictSentence(_ site: SiteContext) -> String {
        let rows = conflicts.map { field in
            "\(site.texts.label(of: field)) – \(site.texts[.nowThere]): \(Self.shortened(newerText(of: field, site)))"
        }
        return ([site.texts[.conflictTitle] + ". " + site.texts[.conflictAdvice]] + rows).joined(separator: "\n")
    }

    private func differences(_ site: SiteContext) -> Templates.Context {
        let rows = conflicts.map { field in
            [
                "field": site.texts.label(of: field),
                "there": Self.shortened(newerText(of: field, site)),
                "yours": Self.shortened(Self.text(of: field, values, imageCount: kept.count, site)),
            ] as Templates.Context
        }
        return ["differences": rows]
    }

    private func newerText(of field: ListingField, _ site: SiteContext) -> String {
        guard let current else { return "–" }
        return Self.text(of: field, TypedListing(current), imageCount: current.product.images.count, site)
    }

    /// Returns a value as the product's page shows it, or as it was typed if it can't be read.
    private static func text(
        of field: ListingField,
        _ values: TypedListing,
        imageCount: Int,
        _ site: SiteContext
    ) -> String {
        let typed = values[field]
        let text: String?
        switch field {
        case .images: text = AppTexts(language: site.language).images(imageCount)
        case .price, .discount:
            let amount = try? values.amount(field)
            text = amount.flatMap { try? Money($0, in: values.currency) }.map { site.productTexts.price($0) }
        case .currency: text = site.texts.currency(values.currency)
        case .stock: text = Int(typed).map { ProductTexts.grouped($0) }
        case .category: text = site.categories.category(typed).map(site.productTexts.category)
        default: text = field.table == nil ? nil : field.value(typed).map { site.productTexts.text(of: field, $0) }
        }
        let shown = text ?? typed
        return shown.isEmpty ? "–" : shown
    }

    /// Returns the beginning of a text, enough to distinguish it from another.
    private static func shortened(_ text: String) -> String {
        text.count > 120 ? text.prefix(120) + "…" : text
    }
}

extension EditFormPage {
    /// Creates the page with which an edit begins, for a seller whose password was verified.
    init(_ own: SellerProduct, kept: [KeptImage], ticket: String, from: ListAddress = ListAddress()) {
        let values = TypedListing(own)
        self.init(
            id: own.product.id,
            current: own,
            values: values,
            base: values,
            version: own.product.version,
            kept: kept,
            baseImages: kept.map(\.token),
            ticket: ticket,
            from: from
        )
    }
}
