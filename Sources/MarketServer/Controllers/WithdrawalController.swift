import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// The two ways of deleting: a token from `/secret` or a path from `/archived`, then `DELETE`.
struct WithdrawalController: Sendable {
    let withdraw: WithdrawProduct
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
        // A product that can't be is no product's token either.
        guard let id = try? context.productID() else { throw MarketError.deadToken }
        return answer(try await withdraw.redeem(context.token(.token), for: id), request, context)
    }

    @Sendable private func redeemAlone(_ request: Request, context: MarketRequestContext) async throws -> Response {
        answer(try await withdraw.redeem(context.token(.id)), request, context)
    }

    private func token(_ request: Request, _ context: MarketRequestContext) async throws -> DeleteToken {
        let id = try context.productID()
        let secret = try await bodies.secret(of: request, from: context.clientAddress)
        return try await withdraw.token(
            for: id,
            secret: secret,
            from: context.clientAddress
        )
    }

    /// Always 200 with the product, never 204 (API.md, “training”).
    private func answer(_ product: Product, _ request: Request, _ context: MarketRequestContext) -> Response {
        context.logger.info("deleted", metadata: ["product": "\(product.id.rawValue)"])
        let destination = origins.destination(of: request.head)
        let encoder = ProductsEncoder(origin: origins.origin(for: destination), dialect: destination.dialect)
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

extension Response {
    /// An answer to a GET that no cache may keep. It has a tag like every other: who has seen it already is told so.
    static func uncached(_ bytes: [UInt8], type: String = "application/json", to request: Request) -> Response {
        let tag = EntityTag.of(bytes)
        var headers: HTTPFields = [.cacheControl: "no-store", .eTag: tag]
        if let known = request.headers[.ifNoneMatch], EntityTag.isNamed(tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The response to a write.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// The response to a write that shows the product as a GET would: with the tag that the GET would have.
    static func tagged(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        var response = json(bytes, status: status)
        response.headers[.eTag] = EntityTag.of(bytes)
        return response
    }
}
