import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// `PATCH` of a product.
struct EditingController: Sendable {
    let edit: EditProduct
    let bodies: BodyReader
    let origins: OriginPolicy

    func addRoutes(to router: Router<MarketRequestContext>) {
        router.patch(Router.path(.product), use: patch)
    }

    @Sendable private func patch(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let fields = try await bodies.patch(of: request)
        let product = try await edit(
            fields.patch,
            problems: fields.problems,
            to: id,
            secret: fields.secret,
            expectedVersions: request.headers[.ifMatch].flatMap { EntityTag.versions(of: id, in: $0) },
            from: origins.clientAddress(of: request.head, connection: context.connectionAddress)
        )
        if !fields.patch.isEmpty {
            context.logger.info("edited", metadata: ["product": "\(id.rawValue)", "version": "\(product.version)"])
        }
        let encoder = TrainingEncoder(origin: origins.origin(for: origins.parts(of: request.head)))
        return .json(
            encoder.product(product),
            status: .accepted,
            tag: EntityTag.product(product.id, version: product.version, edition: .training)
        )
    }
}
