import MarketAPI
public import MarketClient
public import MarketTexts

/// Says what to do about everything that can go wrong between an app and a market, in one language.
///
/// Where the market says which of the known things went wrong, it is said in the app's own words; what it says itself
/// is passed on only about fields and pictures, and about what this version does not know.
public struct ProblemTexts: Sendable {
    private let app: AppTexts
    private let errors: ErrorTexts

    /// Seconds to wait where the market does not say how many.
    private static let usualWait = 60

    public init(language: Language) {
        app = AppTexts(language: language)
        errors = ErrorTexts(language: language)
    }

    public func sentence(for error: MarketClientError, _ deed: Deed = .looking) -> String {
        switch error {
        case .cancelled: app[.cancelled]
        case .unreachable(let error): sentence(for: error)
        case .outcomeUnknown(let error):
            switch deed {
            case .looking: sentence(for: error)
            case .listing: app[.listingOutcomeUnknown]
            case .editing: app[.editOutcomeUnknown]
            case .deleting: app[.deletionOutcomeUnknown]
            }
        case .refused(let refusal): sentence(for: refusal, deed)
        case .unreadableAnswer: app[.noMarket]
        case .unusableFile: app[.unusableFile]
        }
    }

    public func sentence(for error: TransportError) -> String {
        switch error {
        case .cancelled: app[.cancelled]
        case .notConnected: app[.notConnected]
        case .notTrusted: app[.notTrusted]
        case .timedOut: app[.timedOut]
        case .connectionLost: app[.connectionLost]
        case .answerTooLarge: app[.answerTooLarge]
        case .unreadableBody: app[.unusableFile]
        }
    }

    /// What is said about a password that was not taken.
    public func sentence(for refusal: SecretRefusal, _ deed: Deed) -> String {
        switch refusal {
        case .missing: app[.passwordMissing]
        case .wrong: errors.wrongSecret
        case .tooManyAttempts(let seconds): errors.tooManyAttempts(seconds: seconds)
        case .failed(let error): sentence(for: error, deed)
        }
    }

    private func sentence(for refusal: Refusal, _ deed: Deed) -> String {
        guard let code = refusal.code else { return sentence(forUnknown: refusal) }
        switch code {
        case .invalidFields, .unusableImage: return refusal.reason
        case .invalidRequest, .missingIdentifier, .methodNotAllowed: return app[.faultyRequest]
        case .wrongSecret: return errors.wrongSecret
        case .registrationClosed: return errors.registrationClosed
        case .vendorBlocked: return errors.vendorBlocked
        case .deadToken: return app[.deletionOutcomeUnknown]
        case .notFound: return errors.unknownProduct
        case .withdrawn: return errors.withdrawnProduct
        case .versionConflict: return errors.versionConflict
        case .requestUnderWay: return errors.requestUnderWay
        case .keyReused: return app[.listedAlready]
        case .bodyTooLarge: return errors.bodyTooLarge
        case .tooManyAttempts:
            let seconds = refusal.retryAfter ?? Self.usualWait
            return deed == .editing || deed == .deleting
                ? errors.tooManyAttempts(seconds: seconds) : errors.tooManyRequests(seconds: seconds)
        case .timeout: return app[.connectionLost]
        case .busy: return errors.busy
        case .storageFull: return errors.storageFull
        case .unavailable: return errors.unavailable
        case .internalError: return errors.internalError
        }
    }

    private func sentence(forUnknown refusal: Refusal) -> String {
        switch refusal.status {
        case 404, 410: errors.unknownProduct
        case 413: errors.bodyTooLarge
        case 429: errors.tooManyRequests(seconds: refusal.retryAfter ?? Self.usualWait)
        case 500...: errors.unavailable
        // The client's own stand-in for an answer without a reason is a code, not a sentence.
        default: refusal.reason == "HTTP \(refusal.status)" ? app[.faultyRequest] : refusal.reason
        }
    }
}
