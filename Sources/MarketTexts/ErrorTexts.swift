public import MarketModels

/// The error messages for users: each says what to do.
public struct ErrorTexts: Sendable {
    /// What a sentence about an uploaded image calls it.
    public enum ImageSubject: Hashable, Sendable {
        /// A picture by its number, from 1.
        case picture(Int)
        /// A picture that isn't shown, by the name of its file.
        case file(String)
        /// The market's logo.
        case logo
    }

    /// The problems of an uploaded image. Sizes are in bytes or pixels.
    public enum ImageProblem: Hashable, Sendable {
        /// The file is empty.
        case empty
        /// The file has no supported image format.
        case unknownFormat
        /// The file is too large.
        case tooManyBytes(maximum: Int)
        /// Width times height is too large.
        case tooManyPixels(width: Int, height: Int, maximum: Int)
        /// The width or the height is too large.
        case tooLongSide(width: Int, height: Int, maximum: Int)
        /// Decoding the image takes too much time or memory.
        case tooCostly
        /// The file is damaged.
        case damaged
    }

    /// The problems of a request body, for developers of clients.
    public enum BodyProblem: Hashable, Sendable {
        // `part` is the part of a form that should contain JSON; nil for the whole body.
        case empty(part: String?)
        case invalidJSON(part: String?, offset: Int)
        case unfinishedJSON(part: String?)
        case tooDeepJSON(part: String?, maximum: Int)
        case tooLongValue(part: String?, key: String?)
        /// A JSON text instead of an object.
        case textForObject(part: String?)
        case repeatedPart(String)
        case noBoundary
        case tooMuchBeforeParts
        case tooManyParts(maximum: Int)
        case tooLongPartHeader(maximumByteCount: Int)
    }

    private let strings: any LanguageStrings
    private let contact: String?

    /// Creates the messages of a language.
    ///
    /// - Parameter contact: Where people reach the operator; nil if that isn't known.
    public init(language: Language, contact: String? = nil) {
        self.contact = contact
        strings = language.strings
    }

    /// The text for a key. What only the operator can help with ends with where people reach them.
    public subscript(string: ErrorString) -> String {
        let sentence = strings.text(for: string)
        return switch string {
        case .registrationClosed, .vendorBlocked:
            contact.map { "\(sentence) \(strings.askOperator(at: $0))" } ?? sentence
        case .storageFull, .damaged, .readOnly, .crossSite: "\(sentence) \(strings.tellOperator(at: contact))"
        default: sentence
        }
    }

    /// A text with something in it.
    public subscript(sentence: ErrorSentence) -> String { strings.text(for: sentence) }
    /// Returns the message for a listing that can't take a state, be renewed or be bumped.
    public func sentence(for problem: LifecycleProblem) -> String { strings.sentence(problem) }
    /// Returns the message for a report that isn't complete or can't be stored.
    public func sentence(for problem: ReportProblem) -> String { strings.sentence(problem) }
    /// Returns why something about operators was refused.
    public func sentence(for problem: OperatorProblem) -> String { strings.sentence(for: problem) }

    /// Returns the message for a problem with an image.
    ///
    /// - Parameters:
    ///   - image: What the sentence calls the image.
    ///   - problem: The problem.
    public func sentence(for image: ImageSubject, _ problem: ImageProblem) -> String {
        strings.sentence(for: image, problem)
    }

    /// Returns the message for a problem with a request body.
    public func sentence(for problem: BodyProblem) -> String { strings.sentence(problem) }

    /// Returns the message for a problem with a listing.
    public func sentence(for problem: ListingProblem) -> String {
        strings.sentence(problem.field, problem.reason)
    }
}
