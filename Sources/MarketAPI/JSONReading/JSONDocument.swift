/// A request body that has been read as JSON.
public enum JSONDocument: Hashable, Sendable {
    /// An object, with the values of the kept keys.
    case object([String: JSONValue])
    /// A single text, which is how some apps send a secret (API.md, “training”). Either `text` or `unreadableText`.
    case bare(JSONValue)
}
