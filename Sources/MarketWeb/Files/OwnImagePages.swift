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

    func addRoutes(to router: PageRouter) {
        router.get(.productImage, use: imageForSeller)
        router.get(.operatorImage, use: imageForOperators)
    }

    @Sendable private func imageForSeller(_ request: PageRequest) async throws -> Response {
        let (id, file) = (try request.context.productID(), try request.context.imageFile())
        guard let proof = try await site.services.proof(of: request.visitor, for: id),
            let image = site.services.imageVisibility.forSeller(
                file.name,
                in: try await site.services.showProduct(proof),
                provenBy: proof
            )
        else { throw RequestError.unknownPath }
        return try await images.response(to: request.base, file, image)
    }

    @Sendable private func imageForOperators(_ request: PageRequest) async throws -> Response {
        let file = try request.context.imageFile()
        return try await operators.withOperator(request) { call in
            let image = site.services.imageVisibility.forOperators(file.name, provenBy: call.proof)
            return try await images.response(to: request.base, file, image)
        }
    }
}
