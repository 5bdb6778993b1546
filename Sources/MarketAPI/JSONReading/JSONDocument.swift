/// A request body that has been read as JSON.
public enum JSONDocument: Hashable, Sendable {
    /// The wanted keys that the object has.
    case object([String: JSONValue])
    /// Nothing but a text: how some apps send a secret (API.md, “training”). Either `text` or `unreadableText`.
    case bare(JSONValue)
}
