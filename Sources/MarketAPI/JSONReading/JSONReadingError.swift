/// An error in a JSON body. Offsets are in bytes from the beginning of the body.
public enum JSONReadingError: Error, Hashable, Sendable {
    /// The body contains only white space.
    case empty
    /// A byte that is not allowed there, such as the first one of `Optional("…")` or of a body that is an array.
    case unexpectedByte(offset: Int)
    /// The body ends in the middle of the document.
    case cutOff(offset: Int)
    /// Objects and arrays nest deeper than ``JSONReadingLimits/depth``.
    case tooDeep(maximum: Int, offset: Int)
    /// A kept value is larger than ``JSONReadingLimits`` allows. The key is nil if the body is a single text.
    case valueTooLarge(key: String?)
}
