import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// `PATCH` of a product: an object, or a form with `params` and new images (API.md, “Extensions”).
struct EditingController: Sendable {
    let edit: EditProduct
    let show: ShowProduct
    let uploads: UploadReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.patch(.pattern(.product), use: patch)
    }

    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let destination = origins.destination(of: request.head)
        let encoder = ProductsEncoder(origin: origins.origin(for: destination), dialect: destination.dialect)
        let product = try await uploads.withUpload(of: request, from: context.clientAddress, laidOut: .change) {
            upload in
            let fields = ListingChangeFields(upload.values)
            let changesPictures = fields.pictures != nil || !upload.images.isEmpty
            let change = EditProduct.Request(
                patch: fields.patch,
                secret: fields.secret,
                pictures: changesPictures ? .keep(fields.pictures, adding: upload.images) : .none,
                problems: fields.problems,
                expectedVersions: try await expectedVersions(of: id, request.headers[.ifMatch], encoder)
            )
            let source = context.clientAddress
            let product = try await edit(change, to: id, from: source)
            if !change.isEmpty { context.logger.edited(product) }
            return product
        }
        return .tagged(encoder.product(product), status: .accepted)
    }

    /// The version in which the product may be changed.
    ///
    /// - Parameter tags: `If-Match`: tags of the product as this client would get it now let its present version pass,
    ///   others none.
    /// - Returns: nil where any will do.
    private func expectedVersions(
        of id: Product.ID,
        _ tags: String?,
        _ encoder: ProductsEncoder
    ) async throws -> Set<Int64>? {
        guard let tags, tags.trimmingSpaces != "*" else { return nil }
        let (product, _) = try await show(id)
        return EntityTag.isMatched(EntityTag.of(encoder.product(product)), by: tags) ? [product.version] : []
    }
}

extension Logger {
    func edited(_ product: Product) {
        info("edited", metadata: ["product": "\(product.id.rawValue)", "version": "\(product.version)"])
    }
}
