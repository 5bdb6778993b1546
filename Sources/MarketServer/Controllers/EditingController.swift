import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// `PATCH` of a product: an object, or a form with `params` and new images (API.md, “Extensions”).
struct EditingController: Sendable {
    let edit: EditProduct
    let uploads: UploadReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.patch(.pattern(.product), use: patch)
    }

    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let product = try await uploads.withUpload(of: request, laidOut: .change) { upload in
            let fields = ListingChangeFields(upload.values)
            let changesPictures = fields.pictures != nil || !upload.images.isEmpty
            let change = EditProduct.Request(
                patch: fields.patch,
                secret: fields.secret,
                pictures: changesPictures ? .keep(fields.pictures, adding: upload.images) : .none,
                problems: fields.problems,
                expectedVersions: request.headers[.ifMatch].flatMap { EntityTag.versions(of: id, in: $0) }
            )
            let source = origins.clientAddress(of: request.head, connection: context.connectionAddress)
            let product = try await edit(change, to: id, from: source)
            if !change.isEmpty { context.logger.edited(product) }
            return product
        }
        let destination = origins.destination(of: request.head)
        let encoder = ProductsEncoder(origin: origins.origin(for: destination), dialect: destination.dialect)
        return .json(
            encoder.product(product),
            status: .accepted,
            tag: EntityTag.product(product.id, version: product.version, edition: destination.dialect.edition)
        )
    }
}

extension Logger {
    func edited(_ product: Product) {
        info("edited", metadata: ["product": "\(product.id.rawValue)", "version": "\(product.version)"])
    }
}
