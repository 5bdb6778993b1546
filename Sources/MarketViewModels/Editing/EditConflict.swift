public import MarketAPI
public import MarketModels
import MarketTexts

/// A conflict between the user's changes and newer changes to the same fields, to be resolved before saving. Fields
/// changed on only one side are merged already.
public struct EditConflict: Hashable, Sendable {
    /// The two values of a field that was changed on both sides.
    public struct Difference: Hashable, Sendable {
        /// The field.
        public let field: ListingField
        /// The user's value, as text.
        public let mine: String
        /// The current value of the product, as text.
        public let theirs: String
    }

    /// The current product.
    public let theirs: DetailedProduct
    /// The current contact, or nil if it could not be loaded.
    public let theirContact: String?
    /// The unresolved fields, in the order of the form.
    public private(set) var differences: [Difference]

    /// - Parameter form: The form before it was rebased on the current product.
    init(_ form: EditForm, _ theirs: DetailedProduct, contact: String?, _ language: Language) {
        self.theirs = theirs
        theirContact = contact
        let texts = AppTexts(language: language)
        let now = TypedListing(theirs, contact: contact)
        differences = form.conflictingFields(with: theirs, contact: contact).map { field in
            guard field == .images else {
                return Difference(field: field, mine: form.typed[field], theirs: now[field])
            }
            return Difference(
                field: field,
                mine: texts.images(form.images.count),
                theirs: texts.images(theirs.images.count)
            )
        }
    }

    /// The step of an edit with these differences.
    var step: EditStep { differences.isEmpty ? .writing(nil) : .conflict(self) }

    mutating func resolve(_ field: ListingField) { differences.removeAll { $0.field == field } }
}
