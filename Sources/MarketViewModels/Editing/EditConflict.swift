public import MarketAPI
import MarketTexts

/// Somebody else changed what was also changed here: both, to be compared before anything is saved. What was left alone
/// here has the newer value already, and what only was changed here stays.
public struct EditConflict: Hashable, Sendable {
    /// What a field that both have changed says on both sides.
    public struct Difference: Hashable, Sendable {
        public let field: ListingField
        public let mine: String
        public let theirs: String
    }

    /// The product as it is now.
    public let theirs: DetailedProduct
    /// Nil where it could not be found out.
    public let theirContact: String?
    /// What is still to be chosen, in the order of the form.
    public private(set) var differences: [Difference]

    /// - Parameter form: as it was before it took anything over.
    init(_ form: EditForm, _ theirs: DetailedProduct, contact: String?, _ language: Language) {
        self.theirs = theirs
        theirContact = contact
        let texts = AppTexts(language: language)
        let now = TypedListing(theirs, contact: contact)
        differences = form.contested(by: theirs, contact: contact).map { field in
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

    mutating func settle(_ field: ListingField) { differences.removeAll { $0.field == field } }
}
