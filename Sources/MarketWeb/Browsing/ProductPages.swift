import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The page of a product, and the one with its contact.
struct ProductPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.product, use: product)
        router.get(.contact, use: contact)
    }

    @Sendable private func product(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        let now = site.services.clock.now
        let from = request.from
        // Only a page for the seller, or one that leads back to a particular list, isn't the one that everybody gets.
        if let proof = try await site.services.proof(of: request.visitor, for: id) {
            let own = try await site.services.showProduct(proof)
            let page = DetailPage(
                product: own.product,
                hasContact: own.contact != nil,
                isSeller: true,
                hold: own.hold,
                lock: own.lock,
                done: request.visitor.done(with: id),
                shareImagePath: shareImagePath(of: own.product, request.visitor),
                from: from,
                now: now
            )
            // Nobody keeps it, as it is somebody else's page once the right has ended.
            var response = request.page(page, isCompressed: true).forSellerOnly
            // It is said once.
            if page.done != nil { response.setCookie(request.doneCookie(nil, with: id)) }
            return response
        }
        if from.parameter != nil {
            let product = try await site.services.showProduct(id).product
            let page = try await publicPage(of: product, for: request.visitor, from: from, at: now)
            return request.page(page, isCompressed: true)
        }
        // Other parameters of the address don't change the page.
        let path = "/products/\(id.rawValue)"
        return try await request.cached(route: .product, path: path) { context in
            let (product, revision) = try await site.services.showProduct(id)
            let page = try await publicPage(of: product, for: request.visitor, at: now)
            return PageRequest.EncodedPage(
                subject: .product(id, version: ProductVersion(of: product)),
                html: page.bytes(context),
                revision: revision
            )
        }
    }

    /// The page that others than the seller see.
    private func publicPage(
        of product: Product,
        for visitor: Visitor,
        from: ListAddress = ListAddress(),
        at now: Timestamp
    ) async throws -> DetailPage {
        DetailPage(
            product: product,
            hasContact: try await site.services.showProduct.hasContact(product),
            shareImagePath: shareImagePath(of: product, visitor),
            from: from,
            now: now
        )
    }

    private func shareImagePath(of product: Product, _ visitor: Visitor) -> String {
        ShareImage(of: product, in: site.services.store.profile, language: visitor.language).path
    }

    @Sendable private func contact(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        if let proof = try await site.services.proof(of: request.visitor, for: id) {
            let own = try await site.services.showProduct(proof)
            let page = ContactPage(product: own.product, contact: own.contact, from: request.from)
            return request.page(page).forSellerOnly
        }
        let (product, contact) = try await site.dependencies.contactBudget.spending(for: request.client) {
            () throws(MarketError) in
            (try await site.services.showProduct(id).product, try await site.services.showProduct.contact(of: id))
        }
        let page = ContactPage(product: product, contact: contact, from: request.from)
        // A reservation hides the contact from others later, which a kept copy wouldn't.
        return request.page(page).forSellerOnly
    }
}
