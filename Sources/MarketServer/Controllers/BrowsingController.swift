import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The routes for `GET` of lists and products at `/api/products`.
struct BrowsingController: Sendable {
    let services: MarketServices
    let responder: CachingResponder
    let contactBudget: ClientBudget

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.products), use: list)
        router.get(.pattern(.product), use: detail)
        router.get(.pattern(.contact), use: contact)
        router.get(.pattern(.categories), use: categories)
    }

    @Sendable private func list(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await responder.respond(to: request, route: .products) { origin, dialect in
            let parameters = try ListParameters(
                request.queryFields,
                dialect: dialect,
                currency: services.prices.defaultCurrencyOfAPI
            )
            let page = try await services.browseProducts(parameters.query, context)
            return CachingResponder.EncodedBody(
                subject: .list,
                body: ProductsEncoder(origin: origin, dialect: dialect).list(
                    page,
                    number: parameters.pageNumber,
                    size: parameters.query.size
                ),
                revision: page.revision
            )
        }
    }

    @Sendable private func detail(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        return try await responder.respond(to: request, route: .product) { origin, dialect in
            let (product, revision) = try await services.showProduct(id)
            return CachingResponder.EncodedBody(
                subject: .product(id, version: ProductVersion(of: product)),
                body: ProductsEncoder(origin: origin, dialect: dialect).product(product),
                revision: revision
            )
        }
    }

    /// Returns the categories, an extension that ports of old editions don't have.
    @Sendable private func categories(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await responder.respond(to: request, route: .categories) { _, dialect in
            guard dialect.hasExtensions else { throw RequestError.unknownPath }
            let revision = services.store.revision
            let counts = try await services.browseProducts.categoryCounts()
            return CachingResponder.EncodedBody(
                subject: .list,
                body: CategoriesEncoder.encoded(services.store.categories, counts: counts),
                revision: revision
            )
        }
    }

    /// Returns the seller's contact, which lists and details never contain. A budget prevents harvesting.
    @Sendable private func contact(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let contact = try await contactBudget.spending(for: context.clientAddress) { () throws(MarketError) in
            try await services.showProduct.contact(of: id)
        }
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("contact", contact)
        json.endObject()
        return .uncached(json.bytes, to: request)
    }
}
