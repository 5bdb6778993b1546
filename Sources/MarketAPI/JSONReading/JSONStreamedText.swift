/// A text that ``JSONObjectReader`` hands on in pieces instead of keeping it.
public enum JSONStreamedText: Hashable, Sendable {
    case began
    /// Some more of it, with its escapes undone, never empty.
    case bytes([UInt8])
    case ended
}
