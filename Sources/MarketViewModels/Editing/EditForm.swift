public import MarketAPI
import MarketClient
import MarketModels

/// An edit that is being made: the product that it began from, and what stands in the form now.
public struct EditForm: Hashable, Sendable {
    /// The product as it was when it was last looked at; what is saved is saved on top of it.
    public let base: DetailedProduct
    /// What the seller's contact was; nil where it could not be found out. An empty text is none.
    public let baseContact: String?
    public internal(set) var typed: TypedListing
    /// In order; the first stands for the product in lists.
    public internal(set) var pictures: [EditPicture]

    init(_ product: DetailedProduct, contact: String?) {
        base = product
        baseContact = contact
        typed = TypedListing(product, contact: contact)
        pictures = product.images.map { .kept($0) }
    }

    // MARK: What was changed

    /// Whether a field says something else than the product.
    public func isChanged(_ field: ListingField) -> Bool {
        differs(field, from: TypedListing(base, contact: baseContact), pictures: base.images)
    }

    public var hasChanges: Bool { ListingField.allCases.contains { isChanged($0) } }

    /// Whether a field says something else than another state of the product: amounts are compared, not digits, and
    /// an empty amount off is none.
    func differs(_ field: ListingField, from other: TypedListing, pictures images: [ListedImage]) -> Bool {
        switch field {
        case .name, .currency, .contact, .description: typed[field] != other[field]
        case .price: number(.price, of: typed, empty: nil) != number(.price, of: other, empty: nil)
        case .discount, .stock: number(field, of: typed, empty: .zero) != number(field, of: other, empty: .zero)
        case .pictures: pictures.map { $0.kept?.id } != images.map { $0.id }
        case .seller, .password: false
        }
    }

    private func number(_ field: ListingField, of typed: TypedListing, empty: DecimalAmount?) -> Number {
        do { return .amount(try typed.amount(field) ?? empty) } catch { return .unreadable }
    }

    private enum Number: Equatable {
        case amount(DecimalAmount?)
        case unreadable
    }

    // MARK: What is sent

    /// Only what was changed, and everything that is wrong with it. Texts that were left alone are not complained about.
    func reading() -> (patch: ProductPatch, problems: [ListingProblem]) {
        var problems: [ListingProblem] = []
        var patch = ProductPatch()
        if isChanged(.name) { patch.name = typed.name }
        if isChanged(.description) { patch.description = typed.description }
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
        // A product that never had a picture need not get one.
        let bounds = base.images.isEmpty ? ListingRules.optionalPictureCount : ListingRules.pictureCount
        if isChanged(.pictures), let problem = TypedListing.pictureProblem(pictures.count, in: bounds) {
            problems.append(problem)
        }
        return (patch, problems)
    }

    /// What is to be sent next. Kept pictures go before added ones, because the API takes them so: where the wish is
    /// another, the order is a second edit.
    var nextEdit: ListingEdit {
        ListingEdit(
            patch: reading().patch,
            keptPictures: isChanged(.pictures) ? pictures.compactMap { $0.kept?.id } : nil,
            newPictures: pictures.compactMap { $0.added?.upload },
            version: base.version,
            entityTag: base.entityTag
        )
    }

    // MARK: What somebody else has changed

    /// One says little without the others: 20,000 won are not 20,000 dollars.
    private static let money: Set<ListingField> = [.price, .currency, .discount]

    /// The fields that both have changed, each to something else, in the order of the form.
    func contested(by theirs: DetailedProduct, contact: String?) -> [ListingField] {
        let newer = EditForm(theirs, contact: contact)
        let changedHere = Set(ListingField.allCases.filter { isChanged($0) })
        let changedThere = Set(
            ListingField.allCases.filter { field in
                // What is not known on one side can't be told to have changed.
                if field == .contact, contact == nil || baseContact == nil { return false }
                return newer.differs(field, from: TypedListing(base, contact: baseContact), pictures: base.images)
            }
        )
        var both = changedHere.intersection(changedThere)
        if !Self.money.isDisjoint(with: changedHere), !Self.money.isDisjoint(with: changedThere) {
            both.formUnion(Self.money.intersection(changedHere.union(changedThere)))
        }
        return ListingField.allCases.filter {
            both.contains($0) && differs($0, from: newer.typed, pictures: theirs.images)
        }
    }

    /// Gives up one's own change of a field.
    mutating func restore(_ field: ListingField) {
        if field == .pictures {
            pictures = base.images.map { .kept($0) }
        } else {
            typed[field] = TypedListing(base, contact: baseContact)[field]
        }
    }

    // MARK: What came of it

    /// The form after ``nextEdit`` was made: nothing is left to be changed, unless the order of the pictures is.
    func afterSaving(_ product: DetailedProduct) -> EditForm {
        var form = EditForm(product, contact: isChanged(.contact) ? typed.contact : baseContact)
        let keptCount = pictures.count { $0.kept != nil }
        guard isChanged(.pictures), product.images.count == pictures.count, keptCount < pictures.count else {
            return form
        }
        var kept = product.images.prefix(keptCount).makeIterator()
        var added = product.images.dropFirst(keptCount).makeIterator()
        let images = pictures.compactMap { $0.kept == nil ? added.next() : kept.next() }
        form.pictures = images.map { .kept($0) }
        return form
    }

    /// Whether a product is what ``nextEdit`` would have made of it.
    ///
    /// - Parameter contact: the seller's contact now; nil where it is not known.
    func isFulfilled(by product: DetailedProduct, contact: String?) -> Bool {
        guard product.version > base.version,
            let wanted = try? ListingRules.apply(reading().patch, to: base.listing),
            product.listing == wanted
        else { return false }
        if isChanged(.contact), contact != typed.contact { return false }
        guard isChanged(.pictures) else { return product.images.map(\.id) == base.images.map(\.id) }
        let kept = pictures.compactMap { $0.kept?.id }
        // What was added has new ids; nobody can tell from here whose pictures these are.
        return product.images.count == pictures.count && product.images.prefix(kept.count).map(\.id) == kept
    }

    /// The same changes on top of what somebody else has made of the product: what was left alone is theirs.
    ///
    /// Pictures that are gone can't be kept, and those that came in are put behind: they can be removed, but not
    /// unseen.
    func rebased(on theirs: DetailedProduct, contact: String?) -> EditForm {
        var form = EditForm(theirs, contact: contact)
        let contested = contested(by: theirs, contact: contact)
        for field in ListingField.allCases where isChanged(field) || contested.contains(field) {
            form.typed[field] = typed[field]
        }
        if isChanged(.pictures) {
            let before = Set(base.images.map(\.id))
            let now = Dictionary(theirs.images.map { ($0.id, $0) }) { first, _ in first }
            let mine = pictures.compactMap { picture in
                picture.kept.map { image in now[image.id].map { .kept($0) } } ?? picture
            }
            form.pictures = mine + theirs.images.filter { !before.contains($0.id) }.map { .kept($0) }
        }
        return form
    }
}
