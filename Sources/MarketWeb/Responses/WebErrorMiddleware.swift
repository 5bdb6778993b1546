import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// A middleware that shows errors to people as pages, while programs get JSON. The scripts of a page, which send its forms, get
/// what the page would say.
struct WebErrorMiddleware: RouterMiddleware {
    /// The paths that programs request, whatever they accept.
    private static let programs = [
        "/api/", "/item", "/images/", "/assets/", "/health", "/metrics", "/openapi.json", "/docs",
    ]

    let site: PageResponder

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let path = request.uri.path.lowercased()
            guard request.wantsPage || request.isFormOfScript || Self.isAboutPage(error),
                !Self.programs.contains(where: path.hasPrefix), site.origins.hasPages(for: request.head)
            else { throw error }
            let page = PageRequest(request, context, site)
            if case RequestError.methodNotAllowed = error, request.method == .get || request.method == .head {
                // Somebody has typed an address that only takes a form.
                return page.redirect(to: WebRoutePattern.market.rawValue)
            }
            return response(to: page, error)
        }
    }

    /// Whether the error is about a page that was there. Crawlers and messengers, which accept everything, learn that it is
    /// gone as browsers do.
    private static func isAboutPage(_ error: any Error) -> Bool {
        switch error {
        case MarketError.deletedProduct, MarketError.removedProduct, MarketError.heldProduct: true
        default: false
        }
    }

    private func response(to request: PageRequest, _ error: any Error) -> Response {
        let translation = site.translator.translate(error, language: request.visitor.language)
        var status = translation.response.status
        if status >= 500 {
            request.context.logger.error(
                "page failed",
                metadata: [
                    "path": "\(request.context.loggedPath(request.uri.path))", "status": "\(status)",
                    "reason": "\(translation.internalReason ?? translation.response.message)",
                ]
            )
        }
        var sentence: String? = translation.response.message
        let kind: MessagePage.Kind
        var product: Product.ID?
        switch error {
        case MarketError.deletedProduct:
            (kind, status, sentence) = (.gone, 410, nil)
        case MarketError.removedProduct:
            (kind, status, sentence) = (.removed, 410, nil)
        case MarketError.heldProduct(let id, .reports), MarketError.heldProduct(let id, .changeAsked):
            // It may come back.
            (kind, status, sentence, product) = (.held, 404, nil, id)
        case MarketError.heldProduct(_, .waiting):
            // So may this, and its seller has nothing to answer.
            (kind, status, sentence) = (.held, 404, nil)
        case MarketError.heldProduct(let id, _):
            (kind, status, sentence, product) = (.removed, 410, nil, id)
        case RequestError.missingCookie:
            (kind, sentence) = (.cookies, nil)
        case RequestError.foreignForm:
            (kind, sentence) = (.expired, nil)
        default:
            switch status {
            case 404: (kind, sentence) = (.notFound, nil)
            case 413: kind = .tooLarge
            case 429, 503: kind = .busy
            case 400..<500: kind = .refused
            case 500: (kind, sentence) = (.failed, nil)
            default: kind = .failed
            }
        }
        let page = MessagePage(kind: kind, sentence: sentence, product: product)
        var response: Response
        if request.isFormOfScript {
            let answer = ErrorResponse(
                status: status,
                code: translation.response.code,
                message: Self.isAboutPage(error)
                    ? page.sentence(in: request.visitor.language) : translation.response.message,
                fields: translation.response.fields
            )
            response = .json(answer.encoded(), status: .init(code: status))
        } else {
            response = request.page(page, status: .init(code: status))
        }
        for field in translation.headers { response.headers[field.name] = field.value }
        return response
    }
}

extension Request {
    /// Whether a page's script has sent a form.
    fileprivate var isFormOfScript: Bool { method == .post && wantsJSON }
}
