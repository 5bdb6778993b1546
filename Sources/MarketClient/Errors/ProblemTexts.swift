public import Foundation
import MarketAPI
public import MarketModels
import MarketTexts

/// The messages for all errors between an app and a server, in one language.
///
/// Known error codes have the app's own messages. The server's message is shown only for fields and images, and for
/// codes that this version doesn't know.
public struct ProblemTexts: Sendable {
    /// The language of the messages.
    public let language: Language
    private let app: AppTexts
    private let errors: ErrorTexts

    /// The number of seconds to wait if the server names none.
    private static let usualWait = 60

    /// Creates the messages of a language.
    public init(language: Language) {
        self.language = language
        app = AppTexts(language: language)
        errors = ErrorTexts(language: language)
    }

    /// Returns the message for an error of a call made for an action.
    public func sentence(for error: MarketClientError, _ action: UserAction = .viewing) -> String {
        switch error {
        case .cancelled: app[.cancelled]
        case .unreachable(let error): sentence(for: error)
        case .outcomeUnknown(let error):
            switch action {
            case .viewing: sentence(for: error)
            case .listing: app[.listingOutcomeUnknown]
            case .editing: app[.editOutcomeUnknown]
            case .deleting: app[.deletionOutcomeUnknown]
            case .reporting: app[.reportOutcomeUnknown]
            }
        case .refused(let refusal): sentence(for: refusal, action)
        case .unreadableResponse: app[.noMarket]
        case .unusableFile: app[.unusableFile]
        }
    }

    /// Returns the message for a transport error.
    public func sentence(for error: TransportError) -> String {
        switch error {
        case .cancelled: app[.cancelled]
        case .notConnected: app[.notConnected]
        case .notTrusted: app[.notTrusted]
        case .timedOut: app[.timedOut]
        case .connectionLost: app[.connectionLost]
        case .responseTooLarge: app[.responseTooLarge]
        case .unreadableBody: app[.unusableFile]
        }
    }

    /// Returns the message for an image that couldn't be loaded.
    public func sentence(for error: ImageLoadingError) -> String {
        switch error {
        case .cancelled: app[.cancelled]
        case .transport(let error): sentence(for: error)
        case .notAnImageURL, .status, .undecodable: app[.pictureNotShown]
        }
    }

    /// Returns the message for an identity store that can't be used.
    public func sentence(for error: IdentityStoreError) -> String { app[.identityUnusable] }

    private func sentence(for refusal: Refusal, _ action: UserAction) -> String {
        guard let code = refusal.code else { return sentence(forUnknown: refusal) }
        switch code {
        case .invalidFields, .unusableImage, .stateConflict, .contactWithheld: return refusal.reason
        case .invalidRequest, .missingIdentifier, .methodNotAllowed: return app[.faultyRequest]
        case .crossSite: return errors[.crossSite]
        case .wrongSecret: return errors[.wrongSecret]
        case .invalidRight: return errors[.invalidRight]
        case .invalidKey: return errors[.invalidKey]
        case .registrationClosed: return errors[.registrationClosed]
        case .vendorBlocked: return errors[.vendorBlocked]
        case .invalidToken: return app[.deletionOutcomeUnknown]
        case .notFound: return errors[.unknownProduct]
        case .deleted: return errors[.deletedProduct]
        case .versionConflict: return errors[.versionConflict]
        case .requestInFlight: return errors[.requestInFlight]
        case .keyReused: return app[.listedAlready]
        case .bodyTooLarge: return errors[.bodyTooLarge]
        case .tooManyAttempts:
            let seconds = refusal.retryAfter ?? Self.usualWait
            return action == .editing || action == .deleting
                ? errors[.tooManyAttempts(seconds: seconds)] : errors[.tooManyRequests(seconds: seconds)]
        case .timeout: return app[.connectionLost]
        case .busy: return errors[.busy]
        case .storageFull: return errors[.storageFull]
        case .outcomeUnknown: return errors[.outcomeUnknown]
        case .unavailable: return errors[.unavailable]
        case .internalError: return errors[.internalError]
        }
    }

    private func sentence(forUnknown refusal: Refusal) -> String {
        switch refusal.status {
        case 404, 410: app[.noMarket]
        case 413: errors[.bodyTooLarge]
        case 429: errors[.tooManyRequests(seconds: refusal.retryAfter ?? Self.usualWait)]
        case 500...: errors[.unavailable]
        // The client's placeholder for a response without a reason is not a message for users.
        default: refusal.reason == "HTTP \(refusal.status)" ? app[.faultyRequest] : refusal.reason
        }
    }
}

extension Language {
    /// The language of the device, as far as messages are written in it.
    fileprivate static var ofDevice: Language {
        Language(acceptLanguage: Locale.preferredLanguages.joined(separator: ","))
    }
}

/// The message in the language of the device. ``ProblemTexts`` has those of another language, and for what was being done.
extension MarketClientError: LocalizedError {
    public var errorDescription: String? { ProblemTexts(language: .ofDevice).sentence(for: self) }
}

/// The message in the language of the device.
extension TransportError: LocalizedError {
    public var errorDescription: String? { ProblemTexts(language: .ofDevice).sentence(for: self) }
}

/// The message in the language of the device.
extension ImageLoadingError: LocalizedError {
    public var errorDescription: String? { ProblemTexts(language: .ofDevice).sentence(for: self) }
}

/// The message in the language of the device. The ``IdentityStoreError/description`` is for logs.
extension IdentityStoreError: LocalizedError {
    public var errorDescription: String? { ProblemTexts(language: .ofDevice).sentence(for: self) }
}

/// The user's action that a call was made for. The same error requires different messages for different actions.
public enum UserAction: CaseIterable, Hashable, Sendable {
    case viewing, listing, editing, deleting, reporting
}
