import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The route for `POST` of a new product.
struct ListingController: Sendable {
    let services: MarketServices
    let uploads: UploadReader
    let origins: OriginPolicy

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.post(.pattern(.products), use: post)
    }

    @Sendable private func post(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let seller = try seller(of: request)
        let key = try request.idempotencyKey(of: seller)
        try await services.listForSale.authorize(seller, from: context.clientAddress)
        let outcome = try await services.idempotency.once(key) {
            try await uploads.withUpload(of: request, from: context.clientAddress, laidOut: .listing) { upload in
                let fields = ListingFields(upload.values)
                return try await services.listForSale(
                    ListForSale.Request(
                        draft: fields.draft,
                        secret: fields.secret,
                        uploads: upload.images,
                        problems: fields.problems
                    ),
                    by: seller,
                    key: key,
                    from: context.clientAddress
                )
            }
        }
        context.logger.listed(outcome)
        let product = outcome.product
        let encoder = origins.encoder(for: request.head)
        var response = Response.tagged(encoder.product(product), status: .created)
        response.headers[.location] = MarketRoute.product(product.id).path
        if outcome.isReplay { response.headers[.idempotentReplayed] = "true" }
        return response
    }

    private func seller(of request: Request) throws(MarketError) -> ListForSale.Seller {
        guard let header = request.headers[.identifier], let identifier = VendorIdentifier(header) else {
            throw .missingIdentifier
        }
        let name = request.headers[.vendorName]?.percentDecoded
        return ListForSale.Seller(identifier: identifier, name: name)
    }
}

extension Request {
    /// Returns the key under which the client may repeat this request; nil without an `Idempotency-Key`.
    ///
    /// - Parameter guest: the scope that tells clients without an identifier apart.
    func idempotencyKey(of seller: ListForSale.Seller, guest: String? = nil) throws(RequestError) -> IdempotencyKey? {
        guard let text = headers[.idempotencyKey] else { return nil }
        guard let key = IdempotencyKey(text, of: seller.identifier, guest: guest) else {
            throw .unusableHeader(name: HTTPField.Name.idempotencyKey.rawName)
        }
        return key
    }
}
