import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The route for `PATCH` of a product, with a JSON object or a form of `params` and new images (API.md, “Extensions”).
struct EditingController: Sendable {
    let services: MarketServices
    let uploads: UploadReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.patch(.pattern(.product), use: patch)
    }

    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let encoder = origins.encoder(for: request.head)
        try uploads.checkDeclaredSize(of: request, laidOut: .change)
        // There is nothing to read for a product that doesn't exist.
        _ = try await services.showProduct.shown(id)
        let product = try await uploads.withUpload(
            of: request,
            from: context.clientAddress,
            laidOut: .change,
            givesWayFirst: true
        ) { upload in
            let fields = ListingChangeFields(upload.values)
            let changesImages = fields.images != nil || !upload.images.isEmpty
            let change = EditProduct.Request(
                patch: fields.patch,
                authority: .secret(fields.secret),
                images: changesImages ? .keep(fields.images, adding: upload.images) : .none,
                problems: fields.problems,
                hasWholePrices: origins.cacheVariant(of: request.head).dialect.roundsPrices,
                isExpected: expectation(request.headers[.ifMatch], encoder)
            )
            let source = context.clientAddress
            let product = try await services.editProduct(change, to: id, from: source)
            if !change.isEmpty { context.logger.edited(product) }
            return product
        }
        return .tagged(encoder.product(product), status: .accepted)
    }

    /// Returns whether a product is as the client expects it.
    ///
    /// - Parameter tags: `If-Match`. Tags of the product as this client would get it now match, other tags don't.
    /// - Returns: nil if any version may be changed.
    private func expectation(
        _ tags: String?,
        _ encoder: ProductsEncoder
    ) -> (@Sendable (Product) -> Bool)? {
        guard let tags, tags.trimmingSpaces != "*" else { return nil }
        return { EntityTag.isMatched(EntityTag.of(encoder.product($0)), by: tags) }
    }
}
