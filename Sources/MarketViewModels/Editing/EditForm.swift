public import MarketAPI
import MarketClient
public import MarketModels

/// An unfinished edit: the product that it is based on, and the contents of the form.
public struct EditForm: Hashable, Sendable {
    /// The product as it was last loaded; changes are saved on top of it.
    public let base: DetailedProduct
    /// The seller's contact that the edit is based on: nil if it could not be loaded, empty if there is none.
    public let baseContact: String?
    /// The contents of the text fields.
    public internal(set) var typed: TypedListing
    /// The images in order. The first one represents the product in lists.
    public internal(set) var images: [FormImage]

    init(_ product: DetailedProduct, contact: String?) {
        base = product
        baseContact = contact
        typed = TypedListing(product, contact: contact)
        images = product.images.map { .kept($0) }
    }

    /// Creates a form with changes that were made before.
    init(_ product: DetailedProduct, contact: String?, typed: TypedListing, images: [FormImage]) {
        base = product
        baseContact = contact
        self.typed = typed
        self.images = images
    }

    // MARK: Changes

    /// Returns whether a field differs from the product.
    public func isChanged(_ field: ListingField) -> Bool {
        differs(field, from: TypedListing(base, contact: baseContact), images: base.images)
    }

    /// Whether any field differs from the product.
    public var hasChanges: Bool { ListingField.allCases.contains { isChanged($0) } }

    /// Returns whether a field differs from another state of the product. Amounts are compared as numbers, and an empty
    /// discount counts as none.
    func differs(_ field: ListingField, from other: TypedListing, images others: [ListedImage]) -> Bool {
        switch field {
        case .price: number(.price, of: typed, empty: nil) != number(.price, of: other, empty: nil)
        case .discount, .stock: number(field, of: typed, empty: .zero) != number(field, of: other, empty: .zero)
        case .images: images.map { $0.kept?.id } != others.map { $0.id }
        case .seller, .password: false
        default: typed[field] != other[field]
        }
    }

    private func number(_ field: ListingField, of typed: TypedListing, empty: DecimalAmount?) -> Number {
        do { return .amount(try typed.amount(field) ?? empty) } catch { return .unreadable }
    }

    private enum Number: Equatable {
        case amount(DecimalAmount?)
        case unreadable
    }

    // MARK: Sending

    /// Returns the changes and all their problems. Unchanged texts are not checked.
    func reading() -> (patch: ProductPatch, problems: [ListingProblem]) {
        var problems: [ListingProblem] = []
        var patch = ProductPatch()
        if isChanged(.name) { patch.name = typed.name }
        if isChanged(.description) { patch.description = typed.description }
        for field in ListingField.attributes where isChanged(field) { patch.attributes[field] = typed[field] }
        if isChanged(.contact) { patch.contact = typed.contact }
        if isChanged(.currency) { patch.currency = typed.currency }
        if isChanged(.price) {
            patch.price = typed.amount(.price, noting: &problems)
            if typed.price.allSatisfy(\.isWhitespace) { problems.append(ListingProblem(.price, .missing)) }
        }
        if isChanged(.discount) { patch.discount = typed.amount(.discount, noting: &problems) ?? .zero }
        if isChanged(.stock) { patch.stock = typed.amount(.stock, noting: &problems) ?? .zero }
        do {
            _ = try ListingRules.apply(patch, to: base.listing, after: problems)
        } catch {
            problems = error.all
        }
        // A product without images doesn't need one now.
        let bounds = base.images.isEmpty ? ListingRules.optionalImageCount : ListingRules.imageCount
        if isChanged(.images), let problem = TypedListing.imageProblem(images.count, in: bounds) {
            problems.append(problem)
        }
        return (patch, problems)
    }

    /// The next edit to send. The API puts kept images before added ones, so another order requires a second edit.
    var nextEdit: ListingEdit {
        ListingEdit(
            patch: reading().patch,
            keptImages: isChanged(.images) ? images.compactMap { $0.kept?.id } : nil,
            newImages: images.compactMap(\.upload),
            version: base.version,
            entityTag: base.entityTag
        )
    }

    // MARK: Conflicts

    /// The fields that only make sense together: 20,000 won are not 20,000 dollars.
    static let money: Set<ListingField> = [.price, .currency, .discount]

    /// Returns the fields that were changed on both sides to different values, in the order of the form.
    func conflictingFields(with theirs: DetailedProduct, contact: String?) -> [ListingField] {
        let newer = EditForm(theirs, contact: contact)
        let changedHere = Set(ListingField.allCases.filter { isChanged($0) })
        let changedThere = Set(
            ListingField.allCases.filter { field in
                // If the contact is unknown on one side, a change can't be detected.
                if field == .contact, contact == nil || baseContact == nil { return false }
                return newer.differs(field, from: TypedListing(base, contact: baseContact), images: base.images)
            }
        )
        var both = changedHere.intersection(changedThere)
        if !Self.money.isDisjoint(with: changedHere), !Self.money.isDisjoint(with: changedThere) {
            both.formUnion(Self.money.intersection(changedHere.union(changedThere)))
        }
        return ListingField.allCases.filter {
            both.contains($0) && differs($0, from: newer.typed, images: theirs.images)
        }
    }

    /// Reverts the user's change of a field.
    mutating func restore(_ field: ListingField) {
        if field == .images {
            images = base.images.map { .kept($0) }
        } else {
            typed[field] = TypedListing(base, contact: baseContact)[field]
        }
    }

    // MARK: Results

    /// Returns the form after ``nextEdit`` was saved. Nothing remains to be saved except, possibly, the order of the
    /// images.
    func afterSaving(_ product: DetailedProduct) -> EditForm {
        var form = EditForm(product, contact: isChanged(.contact) ? typed.contact : baseContact)
        let keptCount = images.count { $0.kept != nil }
        guard isChanged(.images), product.images.count == images.count, keptCount < images.count else {
            return form
        }
        var kept = product.images.prefix(keptCount).makeIterator()
        var added = product.images.dropFirst(keptCount).makeIterator()
        let saved = images.compactMap { $0.kept == nil ? added.next() : kept.next() }
        form.images = saved.map { .kept($0) }
        return form
    }

    /// Returns whether a product is the result of applying ``nextEdit``.
    ///
    /// - Parameters:
    ///   - product: The current product.
    ///   - contact: The current contact, or nil if it is unknown.
    func isFulfilled(by product: DetailedProduct, contact: String?) -> Bool {
        guard product.version > base.version,
            let wanted = try? ListingRules.apply(reading().patch, to: base.listing),
            product.listing == wanted
        else { return false }
        if isChanged(.contact), contact != typed.contact { return false }
        guard isChanged(.images) else { return product.images.map(\.id) == base.images.map(\.id) }
        let kept = images.compactMap { $0.kept?.id }
        // Added images have new ids, so their origin can't be verified here.
        return product.images.count == images.count && product.images.prefix(kept.count).map(\.id) == kept
    }

    /// Returns the same changes on top of a newer state of the product; unchanged fields take its values.
    ///
    /// Images that were deleted in the meantime can't be kept. New ones are appended, so that the user can remove them
    /// but not overlook them.
    func rebased(on theirs: DetailedProduct, contact: String?) -> EditForm {
        var form = EditForm(theirs, contact: contact)
        let conflicting = conflictingFields(with: theirs, contact: contact)
        for field in ListingField.allCases where isChanged(field) || conflicting.contains(field) {
            form.typed[field] = typed[field]
        }
        if isChanged(.images) {
            let before = Set(base.images.map(\.id))
            let now = Dictionary(theirs.images.map { ($0.id, $0) }) { first, _ in first }
            let mine = images.compactMap { image in
                image.kept.map { kept in now[kept.id].map { .kept($0) } } ?? image
            }
            form.images = mine + theirs.images.filter { !before.contains($0.id) }.map { .kept($0) }
        }
        return form
    }

    /// Returns what remains to be saved of changes that were made earlier: if they were applied, possibly the order of
    /// the images, otherwise the same changes on top of the current product.
    func resumed(on product: DetailedProduct, contact: String?) -> EditForm {
        isFulfilled(by: product, contact: contact) ? afterSaving(product) : rebased(on: product, contact: contact)
    }
}
