import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The page of a product, and the one with its contact.
struct ProductPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.product), use: product)
        router.get(.page(.contact), use: contact)
    }

    @Sendable private func product(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        let now = site.services.clock.now
        let from = request.from
        // Only a page for the seller, or one that leads back to a particular list, isn't the one that everybody gets.
        if let proof = try await site.services.proof(of: visitor, for: id) {
            let own = try await site.services.showProduct(proof)
            let page = DetailPage(
                product: own.product,
                hasContact: own.contact != nil,
                isSeller: true,
                hold: own.hold,
                lock: own.lock,
                done: visitor.done(with: id),
                calendar: site.services.policy.lifecycles.calendar,
                shareImagePath: shareImagePath(of: own.product, visitor),
                from: from,
                now: now
            )
            // Nobody keeps it, as it is somebody else's page once the right has ended.
            var response = site.page(page, site.context(request, visitor), compressedFor: request).forSellerOnly
            // It is said once.
            if page.done != nil { response.setCookie(site.doneCookie(nil, with: id, request)) }
            return response
        }
        if from.parameter != nil {
            let product = try await site.services.showProduct(id).product
            let page = try await publicPage(of: product, for: visitor, from: from, at: now)
            return site.page(page, site.context(request, visitor), compressedFor: request)
        }
        // Other parameters of the address don't change the page.
        let path = "/products/\(id.rawValue)"
        return try await site.cached(request, visitor, route: .product, path: path) { context in
            let (product, revision) = try await site.services.showProduct(id)
            let page = try await publicPage(of: product, for: visitor, at: now)
            return PageResponder.EncodedPage(
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
            calendar: site.services.policy.lifecycles.calendar,
            shareImagePath: shareImagePath(of: product, visitor),
            from: from,
            now: now
        )
    }

    private func shareImagePath(of product: Product, _ visitor: Visitor) -> String {
        ShareImage(of: product, in: site.services.store.profile, language: visitor.language).path
    }

    @Sendable private func contact(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        if let proof = try await site.services.proof(of: visitor, for: id) {
            let own = try await site.services.showProduct(proof)
            let page = ContactPage(product: own.product, contact: own.contact, from: request.from)
            return site.page(page, site.context(request, visitor)).forSellerOnly
        }
        let (product, contact) = try await site.dependencies.contactBudget.spending(for: context.clientAddress) {
            () throws(MarketError) in
            (try await site.services.showProduct(id).product, try await site.services.showProduct.contact(of: id))
        }
        let page = ContactPage(product: product, contact: contact, from: request.from)
        // A reservation hides the contact from others later, which a kept copy wouldn't.
        return site.page(page, site.context(request, visitor)).forSellerOnly
    }
}
