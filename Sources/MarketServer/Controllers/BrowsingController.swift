import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The routes for `GET` of lists and products at `/api/products`.
struct BrowsingController: Sendable {
    let services: MarketServices
    let responder: CachingResponder
    let responses: ProductResponses
    let categoryMeters: RequestMetrics.HotMeters
    let contactBudget: ClientBudget

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.products), use: list)
        router.get(.pattern(.product), use: detail)
        router.get(.pattern(.contact), use: contact)
        router.get(.pattern(.categories), use: categories)
    }

    @Sendable private func list(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await responder.respond(to: request) { origin, dialect in
            let parameters = try responses.parameters(request.queryFields, dialect)
            return responses.list(
                try await services.browseProducts(parameters.query, context),
                parameters,
                origin,
                dialect
            )
        }
    }

    @Sendable private func detail(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        return try await responder.respond(to: request) { origin, dialect in
            let (product, revision) = try await services.showProduct(id)
            return responses.product(product, at: revision, origin, dialect)
        }
    }

    /// Returns the categories, an extension that ports of old editions don't have.
    @Sendable private func categories(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await responder.respond(to: request) { _, dialect in
            guard dialect.hasExtensions else { throw RequestError.unknownPath }
            let revision = services.store.revision
            let counts = try await services.store.categoryCounts()
            return CachedResponse.Content(
                subject: .list,
                body: CategoriesEncoder.encoded(
                    services.store.categories,
                    counts: counts,
                    currencies: services.pricesOfForms.currencies
                ),
                revision: revision,
                meters: categoryMeters
            )
        }
    }

    /// Returns the seller's contact, which lists and details never contain. A budget prevents harvesting.
    @Sendable private func contact(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let contact = try await contactBudget.spending(for: context.clientAddress) { () throws(MarketError) in
            try await services.showProduct.contact(of: id)
        }
        return .uncached(JSONWriter.object { $0.member("contact", contact) }, to: request)
    }
}
