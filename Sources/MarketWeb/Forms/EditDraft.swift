import MarketCore
import MarketModels
import MarketServer

/// An edit that was submitted as a form, merged with the current product.
///
/// The form contains the value that each field had when it was shown, as `was-…`. A field that still has that value
/// wasn't edited, and takes the current value of the product. Only fields that were changed on both sides are
/// conflicts.
struct EditDraft {
    static let fields: [ListingField] =
        [.name, .price, .currency, .discount, .stock, .description, .contact] + ListingField.attributes

    let reading: FormReading
    let images: FormImages
    /// The current product.
    let own: SellerProduct
    /// The current values of the product.
    let now: TypedListing
    /// The merged values: those of the form for edited fields, those of the product for the others.
    let values: TypedListing
    /// The fields changed both in this form and by someone else, if the user hasn't confirmed them yet.
    let conflicts: [ListingField]
    /// The fields changed by someone else but not in this form.
    let changedElsewhere: [ListingField]
    let changesImages: Bool

    var product: Product { own.product }

    init(_ form: WebForm, of own: SellerProduct, drafts: DraftImages) async throws(MarketError) {
        reading = FormReading(form: form, currency: own.product.listing.pricing.currency)
        self.own = own
        let product = own.product
        let now = TypedListing(own)
        self.now = now
        let typed = reading.values
        let was = Self.before(form, otherwise: now)
        let isNewer = form["version"] != String(product.version)
        var mine: Set<ListingField> = []
        var theirs: Set<ListingField> = []
        for field in Self.fields {
            let isSent = form[field.rawValue] != nil
            if isSent, typed.differs(from: was, in: field) { mine.insert(field) }
            let isKnown = form["was-\(field.rawValue)"] != nil
            if isNewer, isKnown ? now.differs(from: was, in: field) : isSent { theirs.insert(field) }
        }
        var values = now
        for field in mine { values[field] = typed[field] }
        var conflicts = Self.fields.filter { field in
            guard mine.contains(field) else { return false }
            switch field {
            // A change of the currency changes the meaning of the amounts.
            case .currency where !theirs.isDisjoint(with: [.price, .discount]): return true
            case .price where theirs.contains(.currency), .discount where theirs.contains(.currency): return true
            default: return theirs.contains(field) && values.differs(from: now, in: field)
            }
        }
        self.values = values
        changedElsewhere = Self.fields.filter { theirs.contains($0) && !mine.contains($0) }
        let before = form["was-kept"].map { $0.split(separator: ",").map(String.init) }
        let current = product.images.map { String($0.id.rawValue) }
        let choice = try await FormImages(form, of: product, drafts: drafts)
        if let before, FormImages.tokens(form) == before {
            // The images weren't edited.
            images = FormImages(existing: product)
            changesImages = false
        } else {
            images = choice
            changesImages = choice.sources != product.images.map { .existing($0.id) }
            if isNewer, changesImages, before != current { conflicts.append(.images) }
        }
        self.conflicts = form["overwrite"] == String(product.version) ? [] : conflicts
    }

    /// Returns the values that the fields had when the form was shown.
    static func before(_ form: WebForm, otherwise now: TypedListing) -> TypedListing {
        var was = now
        for field in fields {
            if let text = form["was-\(field.rawValue)"] { was[field] = text }
        }
        return was
    }

    /// The values to send as `was-…` when the form is shown again: the original ones for conflicts, the current ones
    /// for all other fields.
    var base: TypedListing {
        var base = now
        let was = Self.before(reading.form, otherwise: now)
        for field in conflicts where field != .images { base[field] = was[field] }
        return base
    }

    /// The images to send as `was-kept` when the form is shown again.
    var baseImages: [String] {
        let current = product.images.map { String($0.id.rawValue) }
        guard conflicts.contains(.images) else { return current }
        return reading.form["was-kept"]?.split(separator: ",").map(String.init) ?? []
    }

    /// The version of ``base``.
    var baseVersion: Int64 {
        conflicts.isEmpty ? product.version : reading.form["version"].flatMap { Int64($0) } ?? 0
    }

    func change(_ proof: SellerProof) -> EditProduct.Request {
        let version = product.version
        var patch = ProductPatch()
        var problems: [ListingProblem] = []
        func isChanged(_ field: ListingField) -> Bool { values.differs(from: now, in: field) }
        if isChanged(.name) { patch.name = values.name }
        if isChanged(.description) { patch.description = values.description }
        if isChanged(.contact) { patch.contact = values.contact }
        for field in ListingField.attributes where isChanged(field) { patch.attributes[field] = values[field] }
        if isChanged(.currency) { patch.currency = values.currency }
        if isChanged(.price) {
            patch.price = (try? values.amount(.price)) ?? nil
            if values.price.allSatisfy(\.isWhitespace) { problems.append(ListingProblem(.price, .missing)) }
        }
        // An empty discount or stock is zero.
        if isChanged(.discount) { patch.discount = (try? values.amount(.discount)) ?? .zero }
        if isChanged(.stock) { patch.stock = (try? values.amount(.stock)) ?? .zero }
        if let code = reading.form["currency"], Currency(rawValue: code) == nil {
            problems.append(ListingProblem(.currency, .unknownCurrency))
        }
        return EditProduct.Request(
            patch: patch,
            authority: .proof(proof),
            images: changesImages ? .arrange(images.sources, images: reading.form.images) : .none,
            // A product without images may stay without.
            imageCount: product.images.isEmpty ? ListingRules.optionalImageCount : ListingRules.imageCount,
            problems: problems + values.amountProblems,
            isExpected: { $0.version == version }
        )
    }
}

extension TypedListing {
    /// Creates the values with which the edit form of a product begins.
    init(_ own: SellerProduct) {
        self.init(own.product.listing, seller: own.product.vendor.name, contact: own.contact)
    }
}
