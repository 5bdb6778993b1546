package import HTTPTypes
import Hummingbird
package import MarketAPI
package import MarketCore
package import MarketModels
package import MarketTexts

/// The translation of errors into responses, which never contain internal details.
package struct ErrorTranslator: Sendable {
    /// The edition, because some errors have sentences of their own in an edition.
    var edition = Edition.training
    /// Where people reach the operator, for what only the operator can help with; nil if that isn't known.
    var contact: OperatorContact?

    package init(edition: Edition = .training, contact: OperatorContact? = nil) {
        self.edition = edition
        self.contact = contact
    }

    /// A response, and the details for the log.
    package struct Translation {
        package let response: ErrorResponse
        package var headers = HTTPFields()
        /// The reason for the operator, which is never sent to clients.
        package var internalReason: String?
        /// The current product that an edit conflicts with.
        var current: Product?
    }

    package func translate(_ error: any Error, language: Language) -> Translation {
        let texts = ErrorTexts(language: language, contact: contact?.text)
        switch error {
        case let error as MarketError:
            return edition == .items ? ItemsErrors(texts: texts).translate(error) : translate(error, texts)
        case let error as RequestError: return translate(error, texts, language)
        case let error as any HTTPResponseError: return translate(status: error.status, texts)
        default:
            return Translation(500, .internalError, texts[.internalError], internalReason: error.explanation)
        }
    }

    private func translate(_ error: RequestError, _ texts: ErrorTexts, _ language: Language) -> Translation {
        switch error {
        case .unknownPath: Translation(404, .notFound, texts[.unknownPath])
        case .methodNotAllowed(let allowed):
            Translation(405, .methodNotAllowed, texts[.methodNotAllowed], headers: [.allow: allowed.allowField])
        case .invalidKey:
            Translation(401, .invalidKey, texts[.invalidKey], headers: [.wwwAuthenticate: "Bearer"])
        case .crossSite: Translation(403, .crossSite, texts[.crossSite])
        case .foreignForm: Translation(403, .invalidRequest, texts[.expiredForm])
        case .missingCookie:
            Translation(403, .invalidRequest, InterfaceTexts(language: language)[.cookiesNeeded])
        case .unreadableHead: Translation(400, .invalidRequest, texts[.unreadableRequest])
        case .headersTooLong: Translation(431, .invalidRequest, texts[.headersTooLong])
        case .unreadableBody(let problem): Translation(400, .invalidRequest, texts.sentence(for: problem))
        case .unusableHeader(let name):
            Translation(400, .invalidRequest, texts[.unusableHeader(name: name)], field: name)
        case .unusableParameter(let name):
            Translation(400, .invalidRequest, texts[.unusableParameter(name: name)], field: name)
        case .unusableField(let name):
            Translation(400, .invalidFields, texts[.unusableParameter(name: name)], field: name)
        case .bodyTooLarge(let maximum):
            Translation(413, .bodyTooLarge, texts[.bodyTooLarge(maximumByteCount: maximum)])
        }
    }

    func translate(_ error: MarketError, _ texts: ErrorTexts) -> Translation {
        switch error {
        case .unknownProduct: return Translation(404, .notFound, texts[.unknownProduct])
        case .unknownVendor: return Translation(404, .notFound, texts[.unknownPath])
        case .deletedProduct, .removedProduct, .heldProduct: return Translation(404, .deleted, texts[.deletedProduct])
        case .contactWithheld(let state): return Translation(409, .contactWithheld, texts[.contactWithheld(state)])
        case .lifecycle(let problem):
            let sentence = texts.sentence(for: problem)
            guard let field = problem.field else { return Translation(409, .stateConflict, sentence) }
            return Translation(400, .invalidFields, sentence, field: field)
        case .invalid(let problems):
            return Translation(
                invalid: problems.all.map { .init(name: $0.field.key, reason: texts.sentence(for: $0)) }
            )
        case .invalidReport(let problems):
            return Translation(
                invalid: problems.all.map { .init(name: $0.field.rawValue, reason: texts.sentence(for: $0)) }
            )
        case .operators(let problem):
            let status =
                switch problem {
                case .notPermitted, .signInTooOld: 403
                case .unknownOperator: 404
                case .unusableDays: 400
                case .listingChanged: 412
                default: 409
                }
            return Translation(
                status,
                problem == .listingChanged ? .versionConflict : problem.isAboutState ? .stateConflict : .invalidRequest,
                texts.sentence(for: problem)
            )
        case .unusableImage(let index, let error):
            let sentence = texts.sentence(for: .picture(index + 1), error.kind)
            return Translation(
                response: ErrorResponse(
                    status: error.isTooLarge ? 413 : 400,
                    code: .unusableImage,
                    message: sentence,
                    fields: [.init(name: ListingField.images.key, reason: sentence, index: index)]
                )
            )
        case .wrongSecret: return Translation(403, .wrongSecret, texts[.wrongSecret])
        case .invalidRight: return Translation(403, .invalidRight, texts[.invalidRight])
        case .tooManyAttempts(let seconds):
            return Translation(429, .tooManyAttempts, texts[.tooManyAttempts(seconds: seconds)], retryAfter: seconds)
        case .tooManyRequests(let seconds):
            return Translation(429, .tooManyAttempts, texts[.tooManyRequests(seconds: seconds)], retryAfter: seconds)
        case .missingIdentifier:
            return Translation(400, .missingIdentifier, texts[.missingIdentifier], field: "identifier")
        case .registrationClosed: return Translation(403, .registrationClosed, texts[.registrationClosed])
        case .vendorBlocked: return Translation(403, .vendorBlocked, texts[.vendorBlocked])
        case .invalidToken: return Translation(400, .invalidToken, texts[.invalidToken])
        case .versionConflict(let product):
            var translation = Translation(412, .versionConflict, texts[.versionConflict])
            translation.current = product
            return translation
        case .requestInFlight:
            return Translation(409, .requestInFlight, texts[.requestInFlight], retryAfter: 1)
        case .keyReused(let listed):
            return Translation(
                response: ErrorResponse(status: 422, code: .keyReused, message: texts[.keyReused], listed: listed)
            )
        case .busy: return Translation(503, .busy, texts[.busy], retryAfter: 5)
        case .tooSlow:
            return Translation(503, .busy, texts[.tooSlow], retryAfter: 5, internalReason: error.description)
        case .interrupted: return Translation(400, .timeout, texts[.interrupted])
        case .storageFull: return Translation(507, .storageFull, texts[.storageFull])
        case .damaged(let reason): return Translation(500, .internalError, texts[.damaged], internalReason: reason)
        case .readOnly(let reason): return Translation(503, .unavailable, texts[.readOnly], internalReason: reason)
        case .unavailable(let reason):
            return Translation(503, .unavailable, texts[.unavailable], internalReason: reason)
        case .unreachable(let reason):
            return Translation(503, .unavailable, texts[.unavailable], retryAfter: 1, internalReason: reason)
        case .outcomeUnknown(let reason):
            return Translation(503, .outcomeUnknown, texts[.outcomeUnknown], internalReason: reason)
        }
    }

    private func translate(status: HTTPResponse.Status, _ texts: ErrorTexts) -> Translation {
        switch status {
        case .notFound: Translation(404, .notFound, texts[.unknownPath])
        case .contentTooLarge: Translation(413, .bodyTooLarge, texts[.bodyTooLarge])
        case let status where (400..<500).contains(status.code):
            Translation(status.code, .invalidRequest, texts[.unreadableRequest])
        default: Translation(500, .internalError, texts[.internalError])
        }
    }
}

extension ErrorTranslator.Translation {
    /// - Parameters:
    ///   - field: the field that the message is about.
    ///   - retryAfter: the number of seconds after which the request may succeed; nil if that isn't known.
    init(
        _ status: Int,
        _ code: ErrorCode,
        _ message: String,
        field: String? = nil,
        headers: HTTPFields = [:],
        retryAfter: Int? = nil,
        internalReason: String? = nil
    ) {
        response = ErrorResponse(
            status: status,
            code: code,
            message: message,
            fields: field.map { [.init(name: $0, reason: message)] } ?? []
        )
        self.headers = headers
        if let retryAfter { self.headers[.retryAfter] = String(retryAfter) }
        self.internalReason = internalReason
    }

    /// - Parameter fields: the fields that break the rules of listings or reports.
    init(invalid fields: [ErrorResponse.Field]) {
        response = ErrorResponse(
            status: 400,
            code: .invalidFields,
            message: fields.map(\.reason).joined(separator: " "),
            fields: fields
        )
    }
}

extension LifecycleProblem {
    /// The field of the request that is wrong, or nil if the request is at odds with the product's state.
    package var field: String? {
        switch self {
        case .unknownState: "state"
        case .unreadableDay, .dayInThePast, .dayTooFarAhead: "reserved_until"
        case .noteTooLong, .unreadableNote: "note"
        case .cannotFollow, .held, .locked, .cannotRenew, .notForSale, .bumpedRecently: nil
        }
    }
}

extension OperatorProblem {
    /// Whether the request is at odds with the state of a report, a listing or a contact.
    fileprivate var isAboutState: Bool {
        switch self {
        case .alreadyDecided, .notGivenBack, .notApproved, .contactBlocked, .reportsAreOpen, .listingIsRemoved,
            .notLocked, .contactNotBlocked:
            true
        default: false
        }
    }
}

extension ImageError {
    /// The problem that the sentences describe.
    package var kind: ErrorTexts.ImageProblem {
        switch self {
        case .empty: .empty
        case .unknownFormat: .unknownFormat
        case .tooManyBytes(let maximum): .tooManyBytes(maximum: maximum)
        case .tooManyPixels(let width, let height, let maximum):
            .tooManyPixels(width: width, height: height, maximum: maximum)
        case .tooLongSide(let width, let height, let maximum):
            .tooLongSide(width: width, height: height, maximum: maximum)
        case .tooCostly: .tooCostly
        case .damaged, .failed: .damaged
        }
    }

    var isTooLarge: Bool {
        if case .tooManyBytes = self { true } else { false }
    }
}

extension [HTTPRequest.Method] {
    /// The value of `Allow`. What can be got can be asked for its head, too.
    var allowField: String {
        flatMap { $0 == .get ? [.get, .head] : [$0] }.map(\.rawValue).joined(separator: ", ")
    }
}
