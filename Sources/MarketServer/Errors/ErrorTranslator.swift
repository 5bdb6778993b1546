import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// The translation of errors into responses, which never contain internal details.
struct ErrorTranslator: Sendable {
    /// The edition, because some errors have sentences of their own in an edition.
    var edition = Edition.training

    /// A response, and the details for the log.
    struct Translation {
        let response: ErrorResponse
        var headers = HTTPFields()
        /// The reason for the operator, which is never sent to clients.
        var internalReason: String?
        /// The current product that an edit conflicts with.
        var current: Product?
    }

    func translate(_ error: any Error, language: Language) -> Translation {
        let texts = ErrorTexts(language: language)
        switch error {
        case let error as MarketError:
            return edition == .items ? ItemsErrors(texts: texts).translate(error) : translate(error, texts)
        case let error as RequestError: return translate(error, texts)
        case let error as WebError:
            let message =
                error == .missingCookie ? WebTexts(language: language)[.cookiesNeeded] : texts.expiredForm
            return Translation(response: ErrorResponse(status: 403, code: .invalidRequest, message: message))
        case let error as any HTTPResponseError: return translate(status: error.status, texts)
        default:
            return Translation(
                response: ErrorResponse(status: 500, code: .internalError, message: texts.internalError),
                internalReason: error.explanation
            )
        }
    }

    private func translate(_ error: RequestError, _ texts: ErrorTexts) -> Translation {
        switch error {
        case .unknownPath:
            return Translation(response: ErrorResponse(status: 404, code: .notFound, message: texts.unknownPath))
        case .methodNotAllowed(let allowed):
            return Translation(
                response: ErrorResponse(status: 405, code: .methodNotAllowed, message: texts.methodNotAllowed),
                headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")]
            )
        case .crossSite:
            return Translation(response: ErrorResponse(status: 403, code: .crossSite, message: texts.crossSite))
        case .unreadableHead:
            return Translation(
                response: ErrorResponse(status: 400, code: .invalidRequest, message: texts.unreadableRequest)
            )
        case .headersTooLong:
            return Translation(
                response: ErrorResponse(status: 431, code: .invalidRequest, message: texts.headersTooLong)
            )
        case .unreadableBody(let problem):
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .invalidRequest,
                    message: texts.sentence(for: problem)
                )
            )
        case .unusableHeader(let name):
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .invalidRequest,
                    message: texts.unusableHeader(name: name),
                    fields: [.init(name: name, reason: texts.unusableHeader(name: name))]
                )
            )
        case .unusableParameter(let name):
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .invalidRequest,
                    message: texts.unusableParameter(name: name),
                    fields: [.init(name: name, reason: texts.unusableParameter(name: name))]
                )
            )
        case .bodyTooLarge(let maximum):
            return Translation(
                response: ErrorResponse(
                    status: 413,
                    code: .bodyTooLarge,
                    message: texts.bodyTooLarge(maximumByteCount: maximum)
                )
            )
        case .tooManyUploads:
            return Translation(
                response: ErrorResponse(status: 503, code: .busy, message: texts.busy),
                headers: [.retryAfter: "5"]
            )
        case .interrupted:
            return Translation(response: ErrorResponse(status: 400, code: .timeout, message: texts.interrupted))
        case .tooManyRequests(let seconds):
            return Translation(
                response: ErrorResponse(
                    status: 429,
                    code: .tooManyAttempts,
                    message: texts.tooManyRequests(seconds: seconds)
                ),
                headers: [.retryAfter: String(seconds)]
            )
        }
    }

    func translate(_ error: MarketError, _ texts: ErrorTexts) -> Translation {
        func plain(_ status: Int, _ code: ErrorCode, _ message: String) -> Translation {
            Translation(response: ErrorResponse(status: status, code: code, message: message))
        }
        switch error {
        case .unknownProduct: return plain(404, .notFound, texts.unknownProduct)
        case .unknownVendor: return plain(404, .notFound, texts.unknownPath)
        case .deletedProduct, .removedProduct: return plain(404, .deleted, texts.deletedProduct)
        case .contactWithheld(let state): return plain(409, .contactWithheld, texts.contactWithheld(state))
        case .lifecycle(let problem):
            let sentence = texts.sentence(for: problem)
            guard let field = problem.field else { return plain(409, .stateConflict, sentence) }
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .invalidFields,
                    message: sentence,
                    fields: [.init(name: field, reason: sentence)]
                )
            )
        case .invalid(let problems):
            let fields = problems.all.map {
                ErrorResponse.Field(name: $0.field.key, reason: texts.sentence(for: $0))
            }
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .invalidFields,
                    message: fields.map(\.reason).joined(separator: " "),
                    fields: fields
                )
            )
        case .invalidReport(let problems):
            let fields = problems.all.map {
                ErrorResponse.Field(name: $0.field.rawValue, reason: texts.sentence(for: $0))
            }
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .invalidFields,
                    message: fields.map(\.reason).joined(separator: " "),
                    fields: fields
                )
            )
        case .unusableImage(let index, let error):
            let sentence = texts.sentence(forImage: index + 1, error.kind)
            return Translation(
                response: ErrorResponse(
                    status: error.isTooLarge ? 413 : 400,
                    code: .unusableImage,
                    message: sentence,
                    fields: [.init(name: ListingField.images.key, reason: sentence, index: index)]
                )
            )
        case .wrongSecret: return plain(403, .wrongSecret, texts.wrongSecret)
        case .invalidRight: return plain(403, .invalidRight, texts.invalidRight)
        case .tooManyAttempts(let seconds):
            var translation = plain(429, .tooManyAttempts, texts.tooManyAttempts(seconds: seconds))
            translation.headers = [.retryAfter: String(seconds)]
            return translation
        case .tooManyRequests(let seconds):
            return translate(RequestError.tooManyRequests(retryAfterSeconds: seconds), texts)
        case .missingIdentifier:
            return Translation(
                response: ErrorResponse(
                    status: 400,
                    code: .missingIdentifier,
                    message: texts.missingIdentifier,
                    fields: [.init(name: "identifier", reason: texts.missingIdentifier)]
                )
            )
        case .registrationClosed: return plain(403, .registrationClosed, texts.registrationClosed)
        case .vendorBlocked: return plain(403, .vendorBlocked, texts.vendorBlocked)
        case .invalidToken: return plain(400, .invalidToken, texts.invalidToken)
        case .versionConflict(let product):
            var translation = plain(412, .versionConflict, texts.versionConflict)
            translation.current = product
            return translation
        case .requestInFlight:
            var translation = plain(409, .requestInFlight, texts.requestInFlight)
            translation.headers = [.retryAfter: "1"]
            return translation
        case .keyReused(let listed):
            return Translation(
                response: ErrorResponse(status: 422, code: .keyReused, message: texts.keyReused, listed: listed)
            )
        case .busy:
            var translation = plain(503, .busy, texts.busy)
            translation.headers = [.retryAfter: "5"]
            return translation
        case .tooSlow(let reading):
            var translation = plain(503, .busy, texts.tooSlow)
            translation.headers = [.retryAfter: "5"]
            translation.internalReason = "a read was cancelled because it took too long: \(reading)"
            return translation
        case .interrupted: return translate(RequestError.interrupted, texts)
        case .storageFull: return plain(507, .storageFull, texts.storageFull)
        case .damaged(let reason):
            var translation = plain(500, .internalError, texts.damaged)
            translation.internalReason = reason
            return translation
        case .readOnly(let reason):
            var translation = plain(503, .unavailable, texts.readOnly)
            translation.internalReason = reason
            return translation
        case .unavailable(let reason):
            var translation = plain(503, .unavailable, texts.unavailable)
            translation.internalReason = reason
            return translation
        case .unreachable(let reason):
            var translation = plain(503, .unavailable, texts.unavailable)
            translation.headers = [.retryAfter: "1"]
            translation.internalReason = reason
            return translation
        case .outcomeUnknown(let reason):
            var translation = plain(503, .outcomeUnknown, texts.outcomeUnknown)
            translation.internalReason = reason
            return translation
        }
    }

    private func translate(status: HTTPResponse.Status, _ texts: ErrorTexts) -> Translation {
        switch status {
        case .notFound: translate(RequestError.unknownPath, texts)
        case .contentTooLarge:
            Translation(response: ErrorResponse(status: 413, code: .bodyTooLarge, message: texts.bodyTooLarge))
        case let status where (400..<500).contains(status.code):
            Translation(
                response: ErrorResponse(status: status.code, code: .invalidRequest, message: texts.unreadableRequest)
            )
        default: Translation(response: ErrorResponse(status: 500, code: .internalError, message: texts.internalError))
        }
    }
}

extension LifecycleProblem {
    /// The field of the request that is wrong, or nil if the request is at odds with the product's state.
    fileprivate var field: String? {
        switch self {
        case .unknownState: "state"
        case .unreadableDay, .dayInThePast, .dayTooFarAhead: "reserved_until"
        case .noteTooLong, .unreadableNote: "note"
        case .cannotFollow, .heldByOperator, .cannotRenew, .notForSale, .bumpedRecently: nil
        }
    }
}

extension ImageError {
    /// The problem that the sentences describe.
    var kind: ErrorTexts.ImageProblem {
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
