import MarketCore
import MarketModels
import MarketWeb

/// An edit as its form brings it, laid over the product as it is now.
///
/// The form says of each field what stood there when it was shown, as `was-…`. A field that still says so was not
/// touched, and takes what the product says now. Only what was changed on both sides is a conflict.
struct EditDraft {
    static let fields: [FormField] = [.name, .price, .currency, .discount, .stock, .descriptions, .contact]

    let reading: FormReading
    let pictures: PictureChoice
    /// As it is now.
    let product: Product
    let contact: String?
    /// What the product says now.
    let now: FormValues
    /// What stands in the fields: what was changed in this form, and of the rest what the product says now.
    let values: FormValues
    /// What is changed both here and by somebody else, and not yet seen.
    let conflicts: [FormField]
    /// What somebody else has changed and this form has not.
    let taken: [FormField]
    let changesPictures: Bool

    init(_ form: WebForm, of product: Product, contact: String?, drafts: any PictureDraftKeeping) async {
        reading = FormReading(form: form)
        self.product = product
        self.contact = contact
        let now = FormValues(of: product, contact: contact)
        self.now = now
        let typed = reading.values
        let was = Self.before(form, otherwise: now)
        let isNewer = form["version"] != String(product.version)
        var mine: Set<FormField> = []
        var theirs: Set<FormField> = []
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
            // Whoever changes the currency gives the amounts another meaning.
            case .currency where !theirs.isDisjoint(with: [.price, .discount]): return true
            case .price where theirs.contains(.currency), .discount where theirs.contains(.currency): return true
            default: return theirs.contains(field) && values.differs(from: now, in: field)
            }
        }
        self.values = values
        taken = Self.fields.filter { theirs.contains($0) && !mine.contains($0) }
        let before = form["was-kept"].map { $0.split(separator: ",").map(String.init) }
        let current = product.pictures.map { String($0.id.rawValue) }
        let choice = await PictureChoice(form, of: product, drafts: drafts)
        if let before, PictureChoice.tokens(form) == before {
            // Not touched.
            pictures = PictureChoice(existing: product)
            changesPictures = false
        } else {
            pictures = choice
            changesPictures = choice.sources != product.pictures.map { .existing($0.id) }
            if isNewer, changesPictures, before != current { conflicts.append(.images) }
        }
        self.conflicts = form["overwrite"] == String(product.version) ? [] : conflicts
    }

    /// What stood in the fields when the form was shown.
    private static func before(_ form: WebForm, otherwise now: FormValues) -> FormValues {
        var was = now
        for field in fields {
            if let text = form["was-\(field.rawValue)"] { was[field] = text }
        }
        return was
    }

    /// What stood in the fields when the form was shown, and for fields that nobody has to be asked about what stands
    /// there now: to be sent along with the form when it is shown again.
    var base: FormValues {
        var base = now
        let was = Self.before(reading.form, otherwise: now)
        for field in conflicts where field != .images { base[field] = was[field] }
        return base
    }

    /// The same for the pictures.
    var basePictures: [String] {
        let current = product.pictures.map { String($0.id.rawValue) }
        guard conflicts.contains(.images) else { return current }
        return reading.form["was-kept"]?.split(separator: ",").map(String.init) ?? []
    }

    /// The version of ``base``.
    var baseVersion: Int64 {
        conflicts.isEmpty ? product.version : reading.form["version"].flatMap { Int64($0) } ?? 0
    }

    func change(_ grant: EditGrant) -> EditProduct.Request {
        var patch = ProductPatch()
        var problems: [ListingProblem] = []
        func isChanged(_ field: FormField) -> Bool { values.differs(from: now, in: field) }
        if isChanged(.name) { patch.name = values.name }
        if isChanged(.descriptions) { patch.description = values.descriptions }
        if isChanged(.contact) { patch.contact = values.contact }
        if isChanged(.currency) { patch.currency = values.currency }
        if isChanged(.price) {
            patch.price = (try? values.amount(.price)) ?? nil
            if values.price.allSatisfy(\.isWhitespace) { problems.append(ListingProblem(.price, .missing)) }
        }
        // An emptied discount or stock is none.
        if isChanged(.discount) { patch.discount = (try? values.amount(.discount)) ?? .zero }
        if isChanged(.stock) { patch.stock = (try? values.amount(.stock)) ?? .zero }
        if let code = reading.form["currency"], Currency(rawValue: code) == nil {
            problems.append(ListingProblem(.currency, .unknownCurrency))
        }
        return EditProduct.Request(
            patch: patch,
            authority: .grant(grant),
            pictures: changesPictures ? .arrange(pictures.sources, images: reading.form.images) : .none,
            // A product that never had a picture need not get one.
            pictureCount: product.pictures.isEmpty ? ListingRules.optionalPictureCount : ListingRules.pictureCount,
            problems: problems + values.amountProblems,
            expectedVersions: [product.version]
        )
    }
}
