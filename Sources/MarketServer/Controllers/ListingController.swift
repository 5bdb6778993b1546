import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// `POST` of a new product.
struct ListingController: Sendable {
    let list: ListForSale
    let uploads: UploadReader
    let origins: OriginPolicy

    func addRoutes(to router: Router<MarketRequestContext>) {
        router.post(Router.path(.products), use: post)
    }

    @Sendable private func post(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let seller = try seller(of: request)
        try await list.authorize(seller.identifier)
        let product = try await uploads.withUpload(of: request) { upload in
            try await list(
                ListForSale.Request(
                    draft: upload.fields.draft,
                    secret: upload.fields.secret,
                    images: upload.images,
                    problems: upload.fields.problems
                ),
                by: seller
            )
        }
        context.logger.info(
            "listed",
            metadata: ["product": "\(product.id.rawValue)", "vendor": "\(product.vendor.id.rawValue)"]
        )
        let encoder = TrainingEncoder(origin: origins.origin(for: origins.parts(of: request.head)))
        var response = Response.json(
            encoder.product(product),
            status: .created,
            tag: EntityTag.product(product.id, version: product.version, edition: .training)
        )
        response.headers[.location] = MarketRoute.product(product.id).path
        return response
    }

    private func seller(of request: Request) throws(MarketError) -> ListForSale.Seller {
        guard let header = request.headers[.identifier], let identifier = VendorIdentifier(header) else {
            throw .missingIdentifier
        }
        let name = request.headers[.vendorName].map { $0.removingPercentEncoding ?? $0 }
        return ListForSale.Seller(identifier: identifier, name: name)
    }
}
