import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The images of listings that not everybody sees, on the pages of their sellers and of operators.
struct OwnImagePages: Sendable {
    let site: PageResponder
    let operators: OperatorPages

    private var images: ImagesController { ImagesController(services: site.services) }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.productImage), use: imageForSeller)
        router.get(.page(.operatorImage), use: imageForOperators)
    }

    @Sendable private func imageForSeller(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let (id, file) = (try context.productID(), try context.imageFile())
        let visitor = site.visitor(request)
        guard let proof = try await site.services.proof(of: visitor, for: id),
            let image = site.services.imageVisibility.forSeller(
                file.name,
                in: try await site.services.showProduct(proof),
                provenBy: proof
            )
        else { throw RequestError.unknownPath }
        return try await images.response(to: request, file, image)
    }

    @Sendable private func imageForOperators(
        _ request: Request,
        context: MarketRequestContext
    ) async throws -> Response {
        let file = try context.imageFile()
        return try await operators.withOperator(request, context) { call in
            let image = site.services.imageVisibility.forOperators(file.name, provenBy: call.proof)
            return try await images.response(to: request, file, image)
        }
    }
}
