import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// The `items` edition: its paths are its own, so it is served at every entrance (API.md, “items”).
struct ItemsController: Sendable {
    let services: MarketServices
    let answers: EncodedAnswers
    let uploads: UploadReader
    let bodies: BodyReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.items), use: list)
        router.get(.pattern(.firstItems), use: list)
        // Before `/item{id}`, which matches it too: the router keeps the order of patterns that are alike.
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
        try await list(request, number: ListParameters.number(context.segment(.page)) ?? 1)
    }

    @Sendable private func listWithoutSlash(
        _ request: Request,
        context: MarketRequestContext
    ) async throws -> Response {
        guard let number = ListParameters.number(context.segment(.page)) else { throw RequestError.unknownPath }
        return try await list(request, number: number)
    }

    private func list(_ request: Request, number: Int) async throws -> Response {
        try await answers.respond(to: request, route: .items) { origin, _ in
            let number = max(1, number)
            let page = try await services.browse(
                ProductQuery(order: .oldest, window: .page(number), includesPictures: true)
            )
            return EncodedAnswers.Made(
                subject: .list,
                body: ItemsEncoder(origin: origin).list(page, number: number),
                revision: page.revision
            )
        }
    }

    @Sendable private func detail(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        return try await answers.respond(to: request, route: .item) { origin, _ in
            let (product, revision) = try await services.show(id)
            return EncodedAnswers.Made(
                subject: .product(id, version: product.version),
                body: ItemsEncoder(origin: origin).item(product),
                revision: revision
            )
        }
    }

    // MARK: Writing

    @Sendable private func post(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let seller = ListForSale.Seller.guest
        let key = try request.idempotencyKey(of: seller, guest: await services.guestScope(of: context.clientAddress))
        try await services.list.authorize(seller, from: context.clientAddress)
        let outcome = try await services.list.once(key) {
            try await uploads.withUpload(of: request, from: context.clientAddress, laidOut: .item) { upload in
                let fields = ItemFields(upload.values)
                return try await services.list(
                    ListForSale.Request(
                        draft: fields.draft,
                        secret: fields.password,
                        images: upload.images,
                        pictureCount: ListingRules.optionalPictureCount,
                        problems: fields.problems
                    ),
                    by: seller,
                    key: key,
                    from: context.clientAddress
                )
            }
        }
        context.logger.info("listed", metadata: ["product": "\(outcome.product.id.rawValue)", "edition": "items"])
        var response = answer(outcome.product, request)
        if outcome.isReplay { response.headers[.idempotentReplayed] = "true" }
        return response
    }

    /// With the password alone it is a check of the password. Pictures that are given replace the old ones.
    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let product = try await uploads.withUpload(of: request, from: context.clientAddress, laidOut: .item) { upload in
            let fields = ItemFields(upload.values)
            let change = EditProduct.Request(
                patch: fields.patch,
                secret: fields.password,
                pictures: upload.images.isEmpty ? .none : .keep([], adding: upload.images),
                pictureCount: ListingRules.optionalPictureCount,
                problems: fields.problems
            )
            let source = context.clientAddress
            let product = try await services.edit(change, to: id, from: source)
            if !change.isEmpty { context.logger.edited(product) }
            return product
        }
        return answer(product, request)
    }

    /// Always 200: with the deleted item, or with exactly its id where the body names it.
    @Sendable private func delete(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let fields = try await bodies.item(of: request, from: context.clientAddress)
        if let problems = ListingProblems(fields.problems) { throw MarketError.invalid(problems) }
        // Two ids that differ name no item.
        if fields.namesID, fields.id != id.rawValue { throw MarketError.unknownProduct }
        let product = try await services.withdraw(
            id,
            secret: fields.password,
            from: context.clientAddress
        )
        context.logger.info("deleted", metadata: ["product": "\(id.rawValue)"])
        guard fields.namesID else { return answer(product, request) }
        return .json(encoder(for: request).deleted(id), status: .ok)
    }

    private func encoder(for request: Request) -> ItemsEncoder {
        ItemsEncoder(origin: origins.origin(for: origins.destination(of: request.head)))
    }

    private func answer(_ product: Product, _ request: Request) -> Response {
        .tagged(encoder(for: request).item(product), status: .ok)
    }
}
