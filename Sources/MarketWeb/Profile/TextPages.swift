import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The route of the operator's pages, such as the imprint.
struct TextPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.textPage, use: show)
    }

    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        guard let kind = MarketPage.Kind(rawValue: request.context.coreContext.parameters.get("page") ?? "") else {
            throw RequestError.unknownPath
        }
        let path = TextPage.path(of: kind)
        return try await request.cached(route: .textPage, path: path) { context in
            // In this order, because whoever reads the revision first gets no older profile.
            let revision = site.services.store.revision
            guard let page = site.services.store.profile.published(kind, in: request.visitor.language) else {
                throw RequestError.unknownPath
            }
            return PageRequest.EncodedPage(
                subject: .list,
                html: TextPage(page: page).bytes(context),
                revision: revision
            )
        }
    }
}
