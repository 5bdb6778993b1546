import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// The routes with which a seller changes the state of a product, renews it, moves it to the top, and gets the right to
/// do so without the password (API.md, “States of a listing”).
struct LifecycleController: Sendable {
    let services: MarketServices
    let bodies: BodyReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.state), use: show)
        router.put(.pattern(.state), use: changeState)
        router.post(.pattern(.renewal), use: renew)
        router.post(.pattern(.bump), use: bump)
        router.post(.pattern(.rights), use: issueRight)
        router.delete(.pattern(.rights), use: revokeRights)
    }

    /// Returns a product in any state to a program that holds the right for it, as its page does to a browser.
    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let proof = try await services.authenticator.right(request.bearerToken ?? "", for: id)
        guard proof.authority.permits(.changeState) else { throw MarketError.invalidRight }
        let product = try await services.showProduct(proof).product
        return .json(origins.encoder(for: request.head).product(product, forSeller: true), status: .ok)
    }

    @Sendable private func changeState(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await change(request, context) { id, authority, fields in
            try await services.manageListing.changeState(
                of: id,
                to: ManageListing.StateRequest(
                    state: fields.state,
                    reservedUntil: fields.reservedUntil,
                    note: fields.note
                ),
                by: authority,
                from: context.clientAddress
            )
        }
    }

    @Sendable private func renew(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await change(request, context) { id, authority, _ in
            try await services.manageListing.renew(id, by: authority, from: context.clientAddress)
        }
    }

    @Sendable private func bump(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await change(request, context) { id, authority, _ in
            try await services.manageListing.bump(id, by: authority, from: context.clientAddress)
        }
    }

    /// Changes a product with what the request is made with: a right, or the secret in the body.
    private func change(
        _ request: Request,
        _ context: MarketRequestContext,
        _ body: (Product.ID, ManageListing.Authority, LifecycleFields) async throws -> Product
    ) async throws -> Response {
        let id = try context.productID()
        let fields = try await bodies.lifecycle(of: request, from: context.clientAddress)
        let product = try await body(id, request.bearerToken.map { .right($0) } ?? .secret(fields.secret), fields)
        context.logger.changedState(of: product)
        let encoder = origins.encoder(for: request.head)
        return .json(encoder.product(product, forSeller: true), status: .ok)
    }

    @Sendable private func issueRight(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let secret = try await bodies.secret(of: request, from: context.clientAddress)
        let right = try await services.rights.issue(for: id, secret: secret, from: context.clientAddress)
        return .json(JSONWriter.object { $0.member("right", right) }, status: .created)
    }

    /// Ends the right that the request is made with, or all rights of the product with its secret.
    @Sendable private func revokeRights(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        if let right = request.bearerToken {
            try await services.rights.revoke(right, of: id)
        } else {
            let secret = try await bodies.secret(of: request, from: context.clientAddress)
            try await services.rights.revokeAll(of: id, secret: secret, from: context.clientAddress)
        }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
}

extension Request {
    /// The token of `Authorization: Bearer …`; nil without such a header.
    var bearerToken: String? {
        guard let text = headers[.authorization], text.lowercased().hasPrefix("bearer ") else { return nil }
        return text.dropFirst("bearer ".count).trimmingSpaces
    }
}
