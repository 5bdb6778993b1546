import MarketModels

/// A problem with a submitted form, as a message.
struct FormProblem: Hashable, Sendable {
    /// The field next to which it is shown, or nil to show it above the form.
    let field: ListingField?
    let sentence: String
    /// The index of the image, from 0; nil if it concerns no image.
    let imageIndex: Int?

    init(field: ListingField?, sentence: String, imageIndex: Int? = nil) {
        self.field = field
        self.sentence = sentence
        self.imageIndex = imageIndex
    }
}
