public import MarketModels

/// A problem with a submitted form, as a message.
public struct FormProblem: Hashable, Sendable {
    /// The field next to which it is shown, or nil to show it above the form.
    public let field: ListingField?
    public let sentence: String
    /// The index of the image, from 0; nil if it concerns no image.
    public let imageIndex: Int?

    public init(field: ListingField?, sentence: String, imageIndex: Int? = nil) {
        self.field = field
        self.sentence = sentence
        self.imageIndex = imageIndex
    }
}
