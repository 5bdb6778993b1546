import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// The route of the images that messengers show for links to products. They are named by everything that they show, so
/// they can be cached forever.
struct ShareImagePages: Sendable {
    let showProduct: ShowProduct
    let shareImages: ShareImages

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.shareImage), use: image)
    }

    @Sendable private func image(_ request: Request, context: MarketRequestContext) async throws -> Response {
        guard let name = ShareImageName(fileName: context.segment(.file)),
            let language = Language(rawValue: name.language)
        else { throw RequestError.unknownPath }
        let product: Product
        do {
            product = try await showProduct(name.product).product
        } catch .deletedProduct, .removedProduct {
            return Response(status: .gone, headers: [.cacheControl: "no-store", .contentLength: "0"])
        }
        let current = ShareImage(of: product, language: language)
        guard name == current.name else {
            // A messenger or a browser has the address of an earlier state.
            return Response(
                status: .found,
                headers: [.location: current.path, .cacheControl: "no-store", .contentLength: "0"]
            )
        }
        let tag = "\"\(name.fileName)\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=31536000, immutable"]
        if request.negotiation.knows(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "image/jpeg"
        // A rendering of an earlier state that ends just now may remove the file after it was found.
        for _ in 0..<2 {
            let file = try await shareImages.find(name, showing: current.card, for: context.clientAddress)
            if let response = try await file.response(headers) { return response }
        }
        throw MarketError.busy
    }
}
