/// What is wrong with a form that was sent, as a sentence.
public struct FormProblem: Hashable, Sendable {
    /// Beside which field it is said; nil above the form.
    public let field: FormField?
    public let sentence: String

    public init(field: FormField?, sentence: String) {
        self.field = field
        self.sentence = sentence
    }
}
