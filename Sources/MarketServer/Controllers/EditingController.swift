import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// The route for `PATCH` of a product, with a JSON object or a form of `params` and new images (API.md, “Extensions”).
struct EditingController: Sendable {
    let editProduct: EditProduct
    let showProduct: ShowProduct
    let uploads: UploadReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.patch(.pattern(.product), use: patch)
    }

    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let cacheVariant = origins.cacheVariant(of: request.head)
        let encoder = ProductsEncoder(origin: origins.origin(for: cacheVariant), dialect: cacheVariant.dialect)
        let product = try await uploads.withUpload(of: request, from: context.clientAddress, laidOut: .change) {
            upload in
            let fields = ListingChangeFields(upload.values)
            let changesImages = fields.images != nil || !upload.images.isEmpty
            let change = EditProduct.Request(
                patch: fields.patch,
                secret: fields.secret,
                images: changesImages ? .keep(fields.images, adding: upload.images) : .none,
                problems: fields.problems,
                expectedVersions: try await expectedVersions(of: id, request.headers[.ifMatch], encoder)
            )
            let source = context.clientAddress
            let product = try await editProduct(change, to: id, from: source)
            if !change.isEmpty { context.logger.edited(product) }
            return product
        }
        return .tagged(encoder.product(product), status: .accepted)
    }

    /// Returns the versions in which the product may be changed.
    ///
    /// - Parameter tags: `If-Match`. Tags of the product as this client would get it now match its current version,
    ///   other tags none.
    /// - Returns: nil if any version may be changed.
    private func expectedVersions(
        of id: Product.ID,
        _ tags: String?,
        _ encoder: ProductsEncoder
    ) async throws -> Set<Int64>? {
        guard let tags, tags.trimmingSpaces != "*" else { return nil }
        // Who may edit a hidden product is checked with the edit.
        let (product, _) = try await showProduct.inAnyState(id)
        return EntityTag.isMatched(EntityTag.of(encoder.product(product)), by: tags) ? [product.version] : []
    }
}

extension Logger {
    func edited(_ product: Product) {
        info("edited", metadata: ["product": "\(product.id.rawValue)", "version": "\(product.version)"])
    }
}
