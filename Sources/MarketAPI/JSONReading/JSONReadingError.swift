/// Why a body can't be read as JSON. Offsets are in bytes from the body's beginning.
public enum JSONReadingError: Error, Hashable, Sendable {
    /// There is nothing but white space.
    case empty
    /// A byte that can't stand there: the first one of `Optional("…")`, or of a body that is an array.
    case unexpectedByte(offset: Int)
    /// The body ends in the middle of the document.
    case cutOff(offset: Int)
    case tooDeep(maximum: Int, offset: Int)
    /// A wanted value is larger than ``JSONReadingLimits`` allows; the key is nil for a body that is a bare text.
    case valueTooLarge(key: String?)
}
