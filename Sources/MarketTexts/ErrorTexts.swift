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

    private let strings: any ErrorStrings
    private let operators: OperatorTexts
    private let contact: String?

    /// Creates the messages of a language.
    ///
    /// - Parameter contact: Where people reach the operator; nil if that isn't known.
    public init(language: Language, contact: String? = nil) {
        self.contact = contact
        strings = language.strings.errors
        operators = OperatorTexts(language: language)
    }

    /// The product doesn't exist.
    public var unknownProduct: String { strings.unknownProduct }
    /// The product was deleted.
    public var deletedProduct: String { strings.deletedProduct }
    /// The password is wrong.
    public var wrongSecret: String { strings.wrongSecret }
    /// The right to change the product's state has ended, or doesn't permit this.
    public var invalidRight: String { strings.invalidRight }
    public var invalidKey: String { strings.invalidKey }
    /// The request has no `identifier` header.
    public var missingIdentifier: String { strings.missingIdentifier }
    /// The market accepts no new sellers.
    ///
    /// - Parameter contact: Where to ask the operator; nil if that isn't known.
    public func registrationClosed(contact: String?) -> String { asking(contact, after: strings.registrationClosed) }
    /// The seller is blocked.
    ///
    /// - Parameter contact: Where to ask the operator; nil if that isn't known.
    public func vendorBlocked(contact: String?) -> String { asking(contact, after: strings.vendorBlocked) }
    private func asking(_ contact: String?, after sentence: String) -> String {
        contact.map { "\(sentence) \(strings.askOperator(at: $0))" } ?? sentence
    }
    private func telling(after sentence: String) -> String { "\(sentence) \(strings.tellOperator(at: contact))" }
    /// The delete token has expired or was used.
    public var invalidToken: String { strings.invalidToken }
    /// The product was changed since it was loaded.
    public var versionConflict: String { strings.versionConflict }
    /// A request with the same idempotency key is still in flight.
    public var requestInFlight: String { strings.requestInFlight }
    /// The idempotency key was used for a different request.
    public var keyReused: String { strings.keyReused }
    /// The server is overloaded.
    public var busy: String { strings.busy }
    /// A list or a search was stopped because it took too long.
    public var tooSlow: String { strings.tooSlow }
    /// The server has no disk space.
    public var storageFull: String { telling(after: strings.storageFull) }
    /// Stored data is damaged.
    public var damaged: String { telling(after: strings.damaged) }
    /// The market's data is damaged, so it accepts no changes until it is repaired.
    public var readOnly: String { telling(after: strings.readOnly) }
    /// The request may have been carried out or not.
    public var outcomeUnknown: String { strings.outcomeUnknown }
    /// The server is temporarily unavailable.
    public var unavailable: String { strings.unavailable }
    /// An unexpected error in the server.
    public var internalError: String { strings.internalError }
    /// No route has this path.
    public var unknownPath: String { strings.unknownPath }
    /// The route doesn't support this method.
    public var methodNotAllowed: String { strings.methodNotAllowed }
    /// The first line or the headers are too long.
    public var headersTooLong: String { strings.headersTooLong }
    /// A browser sent the request for another site, or a proxy doesn't pass on the `Host` header.
    public var crossSite: String { telling(after: strings.crossSite) }
    /// The form has expired, or cookies are disabled.
    public var expiredForm: String { strings.expiredForm }
    /// The request is malformed.
    public var unreadableRequest: String { strings.unreadableRequest }
    /// The request body is too large.
    public var bodyTooLarge: String { strings.bodyTooLarge }
    /// The request ended before it was complete.
    public var interrupted: String { strings.interrupted }

    /// Returns the message for too many wrong passwords, with the time to wait.
    public func tooManyAttempts(seconds: Int) -> String { strings.tooManyAttempts(WaitDuration(seconds: seconds)) }
    /// Returns the message for too many requests, with the time to wait.
    public func tooManyRequests(seconds: Int) -> String { strings.tooManyRequests(WaitDuration(seconds: seconds)) }
    /// Returns that a report wasn't sent, because its network has sent many lately.
    public func tooManyReports(seconds: Int) -> String { strings.tooManyReports(WaitDuration(seconds: seconds)) }
    /// Returns the message for a contact that isn't shown because of the product's state.
    public func contactWithheld(_ state: ListingState.Kind) -> String { strings.contactWithheld(state) }
    /// Returns the message for a listing that can't take a state, be renewed or be bumped.
    public func sentence(for problem: LifecycleProblem) -> String { strings.sentence(problem) }
    /// Returns the message for a report that isn't complete or can't be stored.
    public func sentence(for problem: ReportProblem) -> String { strings.sentence(problem) }
    /// Returns why something about operators was refused.
    public func sentence(for problem: OperatorProblem) -> String { operators.sentence(for: problem) }
    /// Returns the message for a header with an invalid value.
    public func unusableHeader(name: String) -> String { strings.unusableHeader(name: name) }
    /// Returns the message for a query parameter with an invalid value.
    public func unusableParameter(name: String) -> String { strings.unusableParameter(name: name) }

    /// Returns the message for a request body above the maximum, in bytes.
    public func bodyTooLarge(maximumByteCount: Int) -> String {
        strings.bodyTooLarge(ByteAmount(maximumByteCount).text)
    }

    /// Returns the message for a problem with an image.
    ///
    /// - Parameters:
    ///   - number: The number of the image, from 1; nil for the market's logo.
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

/// The texts that each language provides.
protocol ErrorStrings: Sendable {
    var unknownProduct: String { get }
    var deletedProduct: String { get }
    var wrongSecret: String { get }
    var invalidRight: String { get }
    var invalidKey: String { get }
    var missingIdentifier: String { get }
    var registrationClosed: String { get }
    var vendorBlocked: String { get }
    func askOperator(at contact: String) -> String
    func tellOperator(at contact: String?) -> String
    var invalidToken: String { get }
    var versionConflict: String { get }
    var requestInFlight: String { get }
    var keyReused: String { get }
    var busy: String { get }
    var tooSlow: String { get }
    var storageFull: String { get }
    var damaged: String { get }
    var readOnly: String { get }
    var outcomeUnknown: String { get }
    var unavailable: String { get }
    var internalError: String { get }
    var unknownPath: String { get }
    var methodNotAllowed: String { get }
    var headersTooLong: String { get }
    var crossSite: String { get }
    var expiredForm: String { get }
    var unreadableRequest: String { get }
    var bodyTooLarge: String { get }
    var interrupted: String { get }

    func tooManyAttempts(_ waiting: WaitDuration) -> String
    func tooManyRequests(_ waiting: WaitDuration) -> String
    func tooManyReports(_ waiting: WaitDuration) -> String
    func unusableHeader(name: String) -> String
    func unusableParameter(name: String) -> String
    func contactWithheld(_ state: ListingState.Kind) -> String
    func sentence(_ problem: LifecycleProblem) -> String
    func sentence(_ problem: ReportProblem) -> String
    func sentence(_ problem: ErrorTexts.BodyProblem) -> String
    func bodyTooLarge(_ maximum: String) -> String
    func sentence(for image: ErrorTexts.ImageSubject, _ problem: ErrorTexts.ImageProblem) -> String
    func sentence(_ field: ListingField, _ reason: ListingProblem.Reason) -> String
}
