public import MarketModels

/// The secret in a request body: `{"secret":"…"}` or the single JSON text `"…"` (API.md, “training”).
public struct SecretFields: Hashable, Sendable {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys: Set<String> = ["secret"]

    /// The secret, or nil if none was given or it can't be read.
    public let secret: String?
    /// Why the secret can't be read, or nil.
    public let problem: ListingProblem?

    public init(_ document: JSONDocument) {
        let values =
            switch document {
            case .object(let values): values
            case .bare(let text): ["secret": text]
            }
        var reader = ListingFieldReader(values)
        secret = reader.text(.password, "secret")
        problem = reader.problems.first
    }
}
