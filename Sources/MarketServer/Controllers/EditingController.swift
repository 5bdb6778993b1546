import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The route for `PATCH` of a product, with a JSON object or a form of `params` and new images, and the one for the contact,
/// which an edit begins with and no product contains (API.md, “Extensions”).
struct EditingController: Sendable {
    let services: MarketServices
    let uploads: UploadReader
    let bodies: BodyReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.patch(.pattern(.product), use: patch)
        router.post(.pattern(.contact), use: contact)
    }

    /// Returns the contact to its seller, whatever the state of the product.
    @Sendable private func contact(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let address = context.clientAddress
        let secret = try await bodies.secret(of: request, from: address)
        let proof = try await services.authenticator.password(secret, of: id, from: address)
        let contact = try await services.showProduct(proof).contact
        return .json(JSONWriter.object { $0.member("contact", contact) }, status: .ok)
    }

    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let encoder = origins.encoder(for: request.head)
        let product = try await uploads.edit(id, laidOut: .change, request, context, services) { upload in
            let fields = ListingChangeFields(upload.values)
            let changesImages = fields.images != nil || !upload.images.isEmpty
            return EditProduct.Request(
                patch: fields.patch,
                authority: .secret(fields.secret),
                images: changesImages ? .keep(fields.images, adding: upload.images) : .none,
                problems: fields.problems,
                hasWholePrices: origins.cacheVariant(of: request.head).dialect.roundsPrices,
                isExpected: expectation(request.headers[.ifMatch], encoder)
            )
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
        return { EntityTag.isNamed(EntityTag.of(encoder.product($0)), in: tags) }
    }
}

extension UploadReader {
    func edit(
        _ id: Product.ID,
        laidOut layout: BodyLayout,
        _ request: Request,
        _ context: MarketRequestContext,
        _ services: MarketServices,
        _ change: (Upload) -> EditProduct.Request
    ) async throws -> Product {
        try checkDeclaredSize(of: request, laidOut: layout)
        // There is nothing to read for a product that doesn't exist.
        _ = try await services.showProduct.shown(id)
        let source = context.clientAddress
        return try await withUpload(of: request, from: source, laidOut: layout, givesWayFirst: true) { upload in
            let change = change(upload)
            let product = try await services.editProduct(change, to: id, from: source)
            if !change.isEmpty { context.logger.edited(product) }
            return product
        }
    }
}
