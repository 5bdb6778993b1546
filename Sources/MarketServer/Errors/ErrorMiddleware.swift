import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import NIOCore

/// A middleware that turns errors into responses with a sentence for people, and logs the internal details.
struct ErrorMiddleware: RouterMiddleware {
    let origins: OriginPolicy
    /// The edition whose sentences the responses use.
    var edition = Edition.training
    /// Knows where people reach the operator.
    let profiles: any ProductStore

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return response(to: request, error: error, context: context)
        }
    }

    private func response(to request: Request, error: any Error, context: MarketRequestContext) -> Response {
        let language = Language(acceptLanguage: request.headers[.acceptLanguage])
        let translation = ErrorTranslator(edition: edition, contact: profiles.profile.contact)
            .translate(error, language: language)
        log(translation, request, context)
        let cacheVariant = origins.cacheVariant(of: request.head)
        let encoder = ProductsEncoder(origin: origins.origin(for: cacheVariant), dialect: cacheVariant.dialect)
        let current = translation.current.map { encoder.product($0) }
        var headers = translation.headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        headers[.contentLanguage] = language.rawValue
        headers[.eTag] = current.map { EntityTag.of($0) }
        return Response(
            status: .init(code: translation.response.status),
            headers: headers,
            body: ResponseBody(
                byteBuffer: ByteBuffer(
                    bytes: translation.response.encoded(for: cacheVariant.dialect, current: current)
                )
            )
        )
    }

    private func log(_ translation: ErrorTranslator.Translation, _ request: Request, _ context: MarketRequestContext) {
        let status = translation.response.status
        context.logger.log(
            level: status >= 500 ? .error : .debug,
            "request failed",
            metadata: [
                "method": "\(request.method)", "path": "\(context.loggedPath(request.uri.path))", "status": "\(status)",
                "code": "\(translation.response.code.rawValue)",
                "reason": "\(translation.internalReason ?? translation.response.message)",
            ]
        )
    }
}

extension MarketRequestContext {
    /// Returns the path of the request without a token, whose holder could use it.
    package func loggedPath(_ path: String) -> String {
        guard let names = endpointPath?.split(separator: "/"), names.contains("{token}") else { return path }
        return zip(names, path.split(separator: "/")).map { $0 == "{token}" ? "/{token}" : "/\($1)" }.joined()
    }
}
