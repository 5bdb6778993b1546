/// A value that ``JSONObjectReader`` kept.
public enum JSONValue: Hashable, Sendable {
    /// A text, with escapes decoded.
    case text(String)
    /// A text with half a surrogate pair, a malformed `\u` or bytes that are not UTF-8.
    case unreadableText
    /// A number as it was written, so that amounts stay exact: `19.90`, `1e4`, `-3`, `Optional(9000)`.
    case number(String)
    case bool(Bool)
    case null
    /// An array. Objects and arrays in it are ``object`` and ``other``, without their content.
    case array([JSONValue])
    /// An object, without its content.
    case object
    /// An unquoted token that JSON does not define, such as `NaN`, or an array inside an array.
    case other
}
