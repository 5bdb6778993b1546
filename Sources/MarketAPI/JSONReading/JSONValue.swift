/// A value that ``JSONObjectReader`` has kept.
public enum JSONValue: Hashable, Sendable {
    case text(String)
    /// A text that holds half a surrogate pair, a broken `\u` or bytes that are not UTF-8.
    case unreadableText
    /// A number's characters as they were sent, so that amounts stay exact: `19.90`, `1e4`, `-3`, `Optional(9000)`.
    case number(String)
    case bool(Bool)
    case null
    /// An array. Objects and arrays inside it are ``object`` and ``other``, without what they hold.
    case array([JSONValue])
    /// An object, without what it holds.
    case object
    /// A bare word that JSON does not know, such as `NaN`, or an array inside an array.
    case other
}
