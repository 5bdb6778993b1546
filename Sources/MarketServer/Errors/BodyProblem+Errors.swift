import MarketAPI
import MarketTexts

extension ErrorTexts.BodyProblem {
    /// - Parameter part: the form's part that should contain JSON; nil for the whole body.
    init(_ error: JSONReadingError, part: String? = nil) {
        switch error {
        case .empty: self = .empty(part: part)
        case .unexpectedByte(let offset): self = .invalidJSON(part: part, offset: offset)
        case .cutOff: self = .unfinishedJSON(part: part)
        case .tooDeep(let maximum, _): self = .tooDeepJSON(part: part, maximum: maximum)
        case .valueTooLarge(let key): self = .tooLongValue(part: part, key: key)
        }
    }

    init(_ error: MultipartError) {
        switch error {
        case .empty: self = .empty(part: nil)
        case .noBoundary: self = .noBoundary
        case .preambleTooLarge: self = .tooMuchBeforeParts
        case .tooManyParts(let maximum): self = .tooManyParts(maximum: maximum)
        case .headersTooLarge(let maximum): self = .tooLongPartHeader(maximumByteCount: maximum)
        }
    }
}
