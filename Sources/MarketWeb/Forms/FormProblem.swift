import MarketModels

/// A problem with a submitted form, as a message.
struct FormProblem: Hashable, Sendable {
    /// The field next to which it is shown, or nil to show it above the form.
    let field: ListingField?
    let sentence: String
    /// The index of the image, from 0; nil if it concerns no image.
    var imageIndex: Int?
}
