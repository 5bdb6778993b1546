package import HTTPTypes
import MarketAPI
import MarketModels
package import MarketTexts

/// An error in a request that is detected before a use case runs.
package enum RequestError: Error, Hashable, Sendable {
    case unknownPath
    /// The path exists, but not with this method.
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    /// The request has no operator's key that is valid.
    case invalidKey
    /// A browser sent the request for another site (``CrossSiteMiddleware``).
    case crossSite
    /// A form without this browser's token: it comes from another site, or it is very old.
    case foreignForm
    /// A form from a browser that has no token: its cookies are blocked or were deleted.
    case missingCookie
    /// The first line or the headers can't be parsed.
    case unreadableHead
    /// The first line or the headers are too long.
    case headersTooLong
    case unreadableBody(ErrorTexts.BodyProblem)
    case unusableHeader(name: String)
    /// The value of a query parameter is invalid.
    case unusableParameter(name: String)
    case bodyTooLarge(maximumByteCount: Int)
    case unusableField(name: String)
}

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

// `part` is the form's part that should contain JSON; nil for the whole body.
extension JSONObjectReader {
    mutating func read(_ bytes: UnsafeRawBufferPointer, of part: String?) throws(RequestError) {
        do { try read(bytes) } catch { throw .unreadableBody(.init(error, part: part)) }
    }

    mutating func document(of part: String?) throws(RequestError) -> JSONDocument {
        do { return try finish() } catch { throw .unreadableBody(.init(error, part: part)) }
    }
}

extension JSONDocument {
    func object(of part: String?) throws(RequestError) -> [String: JSONValue] {
        guard case .object(let values) = self else { throw .unreadableBody(.textForObject(part: part)) }
        return values
    }
}
