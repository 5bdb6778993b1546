public enum MultipartError: Error, Hashable, Sendable {
    case empty
    /// The header names no boundary that occurs in the body, and the body's first line is none.
    case noBoundary
    /// More bytes before the first boundary than ``MultipartLimits/preambleByteCount``.
    case preambleTooLarge(maximum: Int)
    /// More parts than ``MultipartLimits/partCount``.
    case tooManyParts(maximum: Int)
    /// A part's header is longer than ``MultipartLimits/headerByteCount``.
    case headersTooLarge(maximum: Int)
}
