/// Why a body can't be read as multipart.
public enum MultipartError: Error, Hashable, Sendable {
    /// There is not a single byte.
    case empty
    /// No boundary in the header that occurs in the body, and none on the body's first line.
    case noBoundary
    /// More bytes before the first boundary than ``MultipartLimits/preambleByteCount``.
    case preambleTooLarge(maximum: Int)
    /// More parts than ``MultipartLimits/partCount``.
    case tooManyParts(maximum: Int)
    /// A part's header is longer than ``MultipartLimits/headerByteCount``.
    case headersTooLarge(maximum: Int)
}
