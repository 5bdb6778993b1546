import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The `items` edition. Its paths are its own, so every listener serves it (API.md, “items”).
struct ItemsController: Sendable {
    let services: MarketServices
    let responder: CachingResponder
    let listMeters: RequestMetrics.HotMeters
    let itemMeters: RequestMetrics.HotMeters
    let uploads: UploadReader
    let bodies: BodyReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.items), use: list)
        router.get(.pattern(.firstItems), use: list)
        // Before `/item{id}`, which matches it too: the router keeps the order of similar patterns.
        router.get(.pattern(.itemsWithoutSlash), use: listWithoutSlash)
        router.post(.pattern(.newItem), use: post)
        for pattern in [RoutePattern.item, .itemWithoutSlash] {
            router.get(.pattern(pattern), use: detail)
            router.patch(.pattern(pattern), use: patch)
            router.delete(.pattern(pattern), use: delete)
        }
    }

    // MARK: Reading

    @Sendable private func list(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await list(request, number: ListParameters.number(context.segment(.page)) ?? 1, context)
    }

    @Sendable private func listWithoutSlash(
        _ request: Request,
        context: MarketRequestContext
    ) async throws -> Response {
        guard let number = ListParameters.number(context.segment(.page)) else { throw RequestError.unknownPath }
        return try await list(request, number: number, context)
    }

    private func list(_ request: Request, number: Int, _ context: MarketRequestContext) async throws -> Response {
        try await responder.respond(to: request) { origin, _ in
            let number = max(1, number)
            let page = try await services.browseProducts(
                ProductQuery(order: .oldest, window: .page(number), includesImages: true),
                context
            )
            return CachedResponse.Content(
                subject: .list,
                body: ItemsEncoder(origin: origin).list(page, number: number),
                revision: page.revision,
                meters: listMeters
            )
        }
    }

    @Sendable private func detail(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        return try await responder.respond(to: request) { origin, _ in
            let (product, revision) = try await services.showProduct(id)
            return CachedResponse.Content(
                subject: .product(id, version: ProductVersion(of: product)),
                body: ItemsEncoder(origin: origin).item(product),
                revision: revision,
                meters: itemMeters
            )
        }
    }

    // MARK: Writing

    @Sendable private func post(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let seller = ListForSale.Seller.guest
        let key = try request.idempotencyKey(of: seller, guest: services.guestScope(of: context.clientAddress))
        try await services.listForSale.authorize(seller, from: context.clientAddress)
        let outcome = try await services.idempotency.once(key) {
            try await uploads.withUpload(of: request, from: context.clientAddress, laidOut: .item) { upload in
                let fields = ItemFields(upload.values)
                return try await services.listForSale(
                    ListForSale.Request(
                        draft: fields.draft,
                        secret: fields.password,
                        uploads: upload.images,
                        imageCount: ListingRules.optionalImageCount,
                        problems: fields.problems,
                        isOfItems: true
                    ),
                    by: seller,
                    key: key,
                    from: context.clientAddress
                )
            }
        }
        context.logger.listed(outcome)
        var response = response(outcome.product, request)
        if outcome.isReplay { response.headers[.idempotentReplayed] = "true" }
        return response
    }

    /// With only the password, the request checks the password. New images replace all old ones.
    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let product = try await uploads.edit(id, laidOut: .item, request, context, services) { upload in
            let fields = ItemFields(upload.values)
            return EditProduct.Request(
                patch: fields.patch,
                authority: .secret(fields.password),
                images: upload.images.isEmpty ? .none : .keep([], adding: upload.images),
                imageCount: ListingRules.optionalImageCount,
                problems: fields.problems,
                hasWholePrices: origins.roundsPrices,
                isOfItems: true
            )
        }
        return response(product, request)
    }

    /// Always responds with 200: with the deleted item or, if the body names the id, with the id only.
    @Sendable private func delete(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let fields = try await bodies.item(of: request, from: context.clientAddress)
        if let problems = ListingProblems(fields.problems) { throw MarketError.invalid(problems) }
        // An id in the body that differs from the one in the path names no item.
        if fields.namesID, fields.id != id.rawValue { throw MarketError.unknownProduct }
        let product = try await services.deleteProduct(
            id,
            secret: fields.password,
            from: context.clientAddress
        )
        context.logger.deleted(product)
        guard fields.namesID else { return response(product, request) }
        return .json(encoder(for: request).deleted(id), status: .ok)
    }

    private func encoder(for request: Request) -> ItemsEncoder {
        ItemsEncoder(origin: origins.origin(of: request.head))
    }

    private func response(_ product: Product, _ request: Request) -> Response {
        .tagged(encoder(for: request).item(product), status: .ok)
    }
}
