public import MarketModels

/// The secret that a request presents: `{"secret":"…"}` or the bare JSON text `"…"` (API.md, “training”).
public struct SecretFields: Hashable, Sendable {
    /// What to keep with ``JSONObjectReader``.
    public static let keys: Set<String> = ["secret"]

    /// Nil when none was given or when it can't be read.
    public let secret: String?
    /// Why it can't be read.
    public let problem: ListingProblem?

    public init(_ document: JSONDocument) {
        let values =
            switch document {
            case .object(let values): values
            case .bare(let text): ["secret": text]
            }
        var reader = ListingFieldReader(values)
        secret = reader.text(.secret, "secret")
        problem = reader.problems.first
    }
}
