import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// Turns errors into answers. What leaves the server never carries internals.
struct ErrorTranslator: Sendable {
    /// Each edition has words of its own for some.
    var edition = Edition.training

    /// An answer, and what a log says beside it.
    struct Translation {
        let answer: ErrorAnswer
        var headers = HTTPFields()
        /// For whoever runs the market, never for clients.
        var internalReason: String?
        /// What an edit has collided with.
        var current: Product?
    }

    func translate(_ error: any Error, language: Language) -> Translation {
        let texts = ErrorTexts(language: language)
        switch error {
        case let error as MarketError:
            return edition == .items ? ItemsErrors(texts: texts).translate(error) : translate(error, texts)
        case let error as RequestError: return translate(error, texts)
        case is WebError:
            return Translation(
                answer: ErrorAnswer(status: 403, code: .invalidRequest, message: texts.expiredForm)
            )
        case let error as any HTTPResponseError: return translate(status: error.status, texts)
        default:
            return Translation(
                answer: ErrorAnswer(status: 500, code: .internalError, message: texts.internalError),
                internalReason: String(describing: error)
            )
        }
    }

    private func translate(_ error: RequestError, _ texts: ErrorTexts) -> Translation {
        switch error {
        case .unknownPath:
            return Translation(answer: ErrorAnswer(status: 404, code: .notFound, message: texts.unknownPath))
        case .methodNotAllowed(let allowed):
            return Translation(
                answer: ErrorAnswer(status: 405, code: .methodNotAllowed, message: texts.methodNotAllowed),
                headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")]
            )
        case .unreadableBody(let problem):
            return Translation(
                answer: ErrorAnswer(
                    status: 400,
                    code: .invalidRequest,
                    message: texts.sentence(for: problem)
                )
            )
        case .unusableHeader(let name):
            return Translation(
                answer: ErrorAnswer(
                    status: 400,
                    code: .invalidRequest,
                    message: texts.unusableHeader(name: name),
                    fields: [.init(name: name, reason: texts.unusableHeader(name: name))]
                )
            )
        case .unusableParameter(let name):
            return Translation(
                answer: ErrorAnswer(
                    status: 400,
                    code: .invalidRequest,
                    message: texts.unusableParameter(name: name),
                    fields: [.init(name: name, reason: texts.unusableParameter(name: name))]
                )
            )
        case .bodyTooLarge(let maximum):
            return Translation(
                answer: ErrorAnswer(
                    status: 413,
                    code: .bodyTooLarge,
                    message: texts.bodyTooLarge(maximumByteCount: maximum)
                )
            )
        case .tooManyUploads:
            return Translation(
                answer: ErrorAnswer(status: 503, code: .busy, message: texts.busy),
                headers: [.retryAfter: "5"]
            )
        case .interrupted:
            return Translation(answer: ErrorAnswer(status: 400, code: .timeout, message: texts.interrupted))
        case .tooManyRequests(let seconds):
            return Translation(
                answer: ErrorAnswer(
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
            Translation(answer: ErrorAnswer(status: status, code: code, message: message))
        }
        switch error {
        case .unknownProduct: return plain(404, .notFound, texts.unknownProduct)
        case .withdrawnProduct: return plain(404, .withdrawn, texts.withdrawnProduct)
        case .invalid(let problems):
            let fields = problems.all.map {
                ErrorAnswer.Field(name: $0.field.rawValue, reason: texts.sentence(for: $0))
            }
            return Translation(
                answer: ErrorAnswer(
                    status: 400,
                    code: .invalidFields,
                    message: fields.map(\.reason).joined(separator: " "),
                    fields: fields
                )
            )
        case .unusableImage(let index, let error):
            let sentence = texts.sentence(forImage: index + 1, error.kind)
            return Translation(
                answer: ErrorAnswer(
                    status: error.isTooLarge ? 413 : 400,
                    code: .unusableImage,
                    message: sentence,
                    fields: [.init(name: ListingProblem.Field.images.rawValue, reason: sentence)]
                )
            )
        case .wrongSecret: return plain(403, .wrongSecret, texts.wrongSecret)
        case .tooManyAttempts(let seconds):
            var translation = plain(429, .tooManyAttempts, texts.tooManyAttempts(seconds: seconds))
            translation.headers = [.retryAfter: String(seconds)]
            return translation
        case .tooManyRequests(let seconds):
            return translate(RequestError.tooManyRequests(retryAfterSeconds: seconds), texts)
        case .missingIdentifier:
            return Translation(
                answer: ErrorAnswer(
                    status: 400,
                    code: .missingIdentifier,
                    message: texts.missingIdentifier,
                    fields: [.init(name: "identifier", reason: texts.missingIdentifier)]
                )
            )
        case .registrationClosed: return plain(403, .registrationClosed, texts.registrationClosed)
        case .vendorBlocked: return plain(403, .vendorBlocked, texts.vendorBlocked)
        case .deadToken: return plain(400, .deadToken, texts.deadToken)
        case .versionConflict(let product):
            var translation = plain(412, .versionConflict, texts.versionConflict)
            translation.current = product
            return translation
        case .requestUnderWay:
            var translation = plain(409, .requestUnderWay, texts.requestUnderWay)
            translation.headers = [.retryAfter: "1"]
            return translation
        case .keyReused: return plain(422, .keyReused, texts.keyReused)
        case .busy:
            var translation = plain(503, .busy, texts.busy)
            translation.headers = [.retryAfter: "5"]
            return translation
        case .tooSlow(let reading):
            var translation = plain(503, .busy, texts.tooSlow)
            translation.headers = [.retryAfter: "5"]
            translation.internalReason = "a read was ended because it took too long: \(reading)"
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
        }
    }

    private func translate(status: HTTPResponse.Status, _ texts: ErrorTexts) -> Translation {
        switch status {
        case .notFound: translate(RequestError.unknownPath, texts)
        case .contentTooLarge:
            Translation(answer: ErrorAnswer(status: 413, code: .bodyTooLarge, message: texts.bodyTooLarge))
        case let status where (400..<500).contains(status.code):
            Translation(
                answer: ErrorAnswer(status: status.code, code: .invalidRequest, message: texts.unreadableRequest)
            )
        default: Translation(answer: ErrorAnswer(status: 500, code: .internalError, message: texts.internalError))
        }
    }
}

extension ImageError {
    /// For the sentences.
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
