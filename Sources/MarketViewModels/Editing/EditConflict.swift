public import MarketAPI
import MarketTexts

/// Somebody else changed the product while it was being edited: both states, to be compared before anything is saved.
public struct EditConflict: Hashable, Sendable {
    /// What one field says on both sides.
    public struct Difference: Hashable, Sendable {
        public let field: ListingField
        public let mine: String
        public let theirs: String
    }

    /// The product as it is now.
    public let theirs: DetailedProduct
    /// Nil where it could not be found out.
    public let theirContact: String?
    /// The fields in which both differ, in the order of the form.
    public let differences: [Difference]

    init(_ form: EditForm, _ theirs: DetailedProduct, contact: String?, _ language: Language) {
        self.theirs = theirs
        theirContact = contact
        let texts = AppTexts(language: language)
        let now = TypedListing(theirs, contact: contact)
        differences = ListingField.allCases.compactMap { field in
            guard form.differs(field, from: now, pictures: theirs.images) else { return nil }
            guard field == .pictures else {
                return Difference(field: field, mine: form.typed[field], theirs: now[field])
            }
            return Difference(
                field: field,
                mine: texts.pictures(form.pictures.count),
                theirs: texts.pictures(theirs.images.count)
            )
        }
    }
}
