public import MarketModels

/// What people read when something goes wrong: sentences about what to do.
public struct ErrorTexts: Sendable {
    /// What is wrong with an uploaded image.
    public enum ImageProblem: Hashable, Sendable {
        case empty
        case unknownFormat
        case tooManyBytes(maximum: Int)
        case tooManyPixels(width: Int, height: Int, maximum: Int)
        case tooLongSide(width: Int, height: Int, maximum: Int)
        case tooCostly
        case damaged
    }

    /// Why a request's body can't be read, for the developer of a client.
    public enum BodyProblem: Hashable, Sendable {
        // The part is the form's that should have been JSON; nil for the whole body.
        case empty(part: String?)
        case invalidJSON(part: String?, offset: Int)
        case unfinishedJSON(part: String?)
        case tooDeepJSON(part: String?, maximum: Int)
        case tooLongValue(part: String?, key: String?)
        /// A JSON text where an object belongs.
        case textForObject(part: String?)
        case repeatedPart(String)
        case noBoundary
        case tooMuchBeforeParts
        case tooManyParts(maximum: Int)
        case tooLongPartHeader(maximumByteCount: Int)
    }

    private let words: any ErrorWords

    public init(language: Language) {
        switch language {
        case .korean: words = KoreanErrorWords()
        case .english: words = EnglishErrorWords()
        }
    }

    public var unknownProduct: String { words.unknownProduct }
    public var withdrawnProduct: String { words.withdrawnProduct }
    public var wrongSecret: String { words.wrongSecret }
    public var missingIdentifier: String { words.missingIdentifier }
    public var registrationClosed: String { words.registrationClosed }
    public var vendorBlocked: String { words.vendorBlocked }
    public var deadToken: String { words.deadToken }
    public var versionConflict: String { words.versionConflict }
    public var requestUnderWay: String { words.requestUnderWay }
    public var keyReused: String { words.keyReused }
    public var busy: String { words.busy }
    /// A list or a search was ended because it took too long.
    public var tooSlow: String { words.tooSlow }
    public var storageFull: String { words.storageFull }
    public var damaged: String { words.damaged }
    public var readOnly: String { words.readOnly }
    public var unavailable: String { words.unavailable }
    public var internalError: String { words.internalError }
    public var unknownPath: String { words.unknownPath }
    public var methodNotAllowed: String { words.methodNotAllowed }
    public var expiredForm: String { words.expiredForm }
    public var unreadableRequest: String { words.unreadableRequest }
    public var bodyTooLarge: String { words.bodyTooLarge }
    public var interrupted: String { words.interrupted }

    public func tooManyAttempts(seconds: Int) -> String { words.tooManyAttempts(Waiting(seconds: seconds)) }
    public func tooManyRequests(seconds: Int) -> String { words.tooManyRequests(Waiting(seconds: seconds)) }
    public func unusableHeader(name: String) -> String { words.unusableHeader(name: name) }
    public func unusableParameter(name: String) -> String { words.unusableParameter(name: name) }

    public func bodyTooLarge(maximumByteCount: Int) -> String {
        words.bodyTooLarge(ByteAmount(maximumByteCount).text)
    }

    /// - Parameter number: which image, counted from 1.
    public func sentence(forImage number: Int, _ problem: ImageProblem) -> String {
        words.sentence(forImage: number, problem)
    }

    public func sentence(for problem: BodyProblem) -> String { words.sentence(problem) }

    public func sentence(for problem: ListingProblem) -> String {
        words.sentence(problem.field, problem.reason)
    }
}

/// What each language file says.
protocol ErrorWords: Sendable {
    var unknownProduct: String { get }
    var withdrawnProduct: String { get }
    var wrongSecret: String { get }
    var missingIdentifier: String { get }
    var registrationClosed: String { get }
    var vendorBlocked: String { get }
    var deadToken: String { get }
    var versionConflict: String { get }
    var requestUnderWay: String { get }
    var keyReused: String { get }
    var busy: String { get }
    var tooSlow: String { get }
    var storageFull: String { get }
    var damaged: String { get }
    var readOnly: String { get }
    var unavailable: String { get }
    var internalError: String { get }
    var unknownPath: String { get }
    var methodNotAllowed: String { get }
    var expiredForm: String { get }
    var unreadableRequest: String { get }
    var bodyTooLarge: String { get }
    var interrupted: String { get }

    func tooManyAttempts(_ waiting: Waiting) -> String
    func tooManyRequests(_ waiting: Waiting) -> String
    func unusableHeader(name: String) -> String
    func unusableParameter(name: String) -> String
    func sentence(_ problem: ErrorTexts.BodyProblem) -> String
    func bodyTooLarge(_ maximum: String) -> String
    func sentence(forImage number: Int, _ problem: ErrorTexts.ImageProblem) -> String
    func sentence(_ field: ListingProblem.Field, _ reason: ListingProblem.Reason) -> String
}
