import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The pages of what a browser keeps: favorites and recently viewed products. The market stores none of it.
struct KeptPages: Sendable {
    /// The number of products of the same seller under a product.
    private static let otherCount = 6

    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.favorites, use: { try await kept(.favorites, $0) })
        router.get(.recent, use: { try await kept(.recent, $0) })
        router.post(.favorites, use: change)
        router.get(.others, use: others)
        router.get(.similar, use: similar)
    }

    /// Returns the page, or the rows of the products that a script names in `products`.
    private func kept(_ kind: KeptPage.Kind, _ request: PageRequest) async throws -> Response {
        if let text = request.queryFields["products"] {
            let products = KeptProduct.list(from: text, limit: KeptProduct.maximumCountPerRequest)
            // What was viewed is also shown as cards, at the foot of the market's page.
            let rows = KeptRows(
                products: try await states(of: products),
                view: kind == .recent ? .grid : .list,
                now: site.services.clock.now
            )
            return request.page(rows, isCompressed: true)
        }
        let products = kind == .favorites ? try await states(of: request.visitor.favorites) : []
        let page = KeptPage(kind: kind, products: products, now: site.services.clock.now)
        return request.page(page, isCompressed: true)
    }

    private func states(of products: [KeptProduct]) async throws -> [(kept: KeptProduct, now: Product?)] {
        var states: [(kept: KeptProduct, now: Product?)] = []
        for kept in products {
            let product = try await unlessAbsent { () throws(MarketError) in
                try await site.services.showProduct(kept.id).product
            }
            states.append((kept, product))
        }
        return states
    }

    /// Adds or removes a favorite of a browser without scripts. The form needs no token, because nothing else changes.
    @Sendable private func change(_ request: PageRequest) async throws -> Response {
        try await request.withForm(needsToken: false) { form in
            var favorites = request.visitor.favorites
            if form["favorite"] == "clear" { favorites = [] }
            if let product = form["product"].flatMap({ KeptProduct($0) }) {
                favorites.removeAll { $0.id == product.id }
                if form["favorite"] != "remove" { favorites.insert(product, at: 0) }
            }
            let kept = KeptProduct.text(of: favorites.prefix(KeptProduct.maximumCountInCookie))
            let path = WebRoutePattern.favorites.rawValue
            return request.redirect(to: path, cookies: [request.cookie(.favorites, kept)])
        }
    }

    /// Returns products that are like another one as rows, for the foot of its page.
    @Sendable private func similar(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        let now = site.services.clock.now
        let path = "/products/\(id.rawValue)/similar"
        return try await request.cached(route: .similar, path: path) { context in
            // The reads that follow may see a newer state. Then the response is made again at the next request.
            let revision = site.services.store.revision
            let (product, _) = try await site.services.showProduct(id)
            let products = try await site.services.findSimilar(product, limit: Self.otherCount, for: request.client)
            let rows = RowsFragment(products: products, list: ListAddress(), view: .grid, now: now)
            return PageRequest.EncodedPage(subject: .list, html: rows.bytes(context), revision: revision)
        }
    }

    /// Returns the newest other products of a product's seller as rows, for the foot of the product's page.
    @Sendable private func others(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        let now = site.services.clock.now
        let path = "/products/\(id.rawValue)/others"
        return try await request.cached(route: .others, path: path) { context in
            let (product, _) = try await site.services.showProduct(id)
            let query = ProductQuery(size: Self.otherCount + 1, vendor: product.vendor.id)
            let page = try await site.services.browseProducts(query, request.context)
            let products = page.products.filter { $0.id != id }.prefix(Self.otherCount)
            let rows = RowsFragment(products: Array(products), list: ListAddress(), view: .grid, now: now)
            return PageRequest.EncodedPage(subject: .list, html: rows.bytes(context), revision: page.revision)
        }
    }
}
