import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// Deletion in two steps: `POST` for a token from `/secret` or a path from `/archived`, then `DELETE`.
struct DeletionController: Sendable {
    let services: MarketServices
    let bodies: BodyReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.post(.pattern(.secret), use: issueToken)
        router.post(.pattern(.archived), use: issuePath)
        router.delete(.pattern(.product), use: redeemAlone)
        router.delete(.pattern(.archivedDeletion), use: redeemAlone)
        router.delete(.pattern(.deletion), use: redeem)
    }

    @Sendable private func issueToken(_ request: Request, context: MarketRequestContext) async throws -> Response {
        plainText(try await token(request, context).text)
    }

    @Sendable private func issuePath(_ request: Request, context: MarketRequestContext) async throws -> Response {
        plainText(MarketRoute.archivedDeletion(token: try await token(request, context).text).path)
    }

    @Sendable private func redeem(_ request: Request, context: MarketRequestContext) async throws -> Response {
        // A malformed product id has no token either.
        guard let id = try? context.productID() else { throw MarketError.invalidToken }
        return response(try await services.deleteProduct.redeem(context.token(.token), for: id), request, context)
    }

    @Sendable private func redeemAlone(_ request: Request, context: MarketRequestContext) async throws -> Response {
        response(try await services.deleteProduct.redeem(context.token(.id)), request, context)
    }

    private func token(_ request: Request, _ context: MarketRequestContext) async throws -> DeleteToken {
        let id = try context.productID()
        let secret = try await bodies.secret(of: request, from: context.clientAddress)
        return try await services.deleteProduct.token(
            for: id,
            secret: secret,
            from: context.clientAddress
        )
    }

    /// Returns 200 with the product, never 204 (API.md, “training”).
    private func response(_ product: Product, _ request: Request, _ context: MarketRequestContext) -> Response {
        context.logger.deleted(product)
        let encoder = origins.encoder(for: request.head)
        return .json(encoder.product(product), status: .ok)
    }

    private func plainText(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
