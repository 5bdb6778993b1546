/// What is wrong with a form that was sent, as a sentence.
public struct FormProblem: Hashable, Sendable {
    /// Beside which field it is said; nil above the form.
    public let field: FormField?
    public let sentence: String
    /// Which of the form's pictures is meant, from 0; nil where none is.
    public let pictureIndex: Int?

    public init(field: FormField?, sentence: String, pictureIndex: Int? = nil) {
        self.field = field
        self.sentence = sentence
        self.pictureIndex = pictureIndex
    }
}
