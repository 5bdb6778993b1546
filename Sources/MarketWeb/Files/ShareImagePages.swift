import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketHashing
import MarketModels
import MarketServer
import MarketTexts

/// The route of the images that messengers show for links to products. They are named by everything that they show, so
/// they can be cached forever.
struct ShareImagePages: Sendable {
    let showProduct: ShowProduct
    let store: any ProductStore
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
        } catch .deletedProduct, .removedProduct, .heldProduct {
            return Response(status: .gone, headers: [.cacheControl: "no-store", .contentLength: "0"])
        }
        let current = ShareImage(of: product, in: store.profile, language: language)
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

/// The image that a messenger shows for a link to a product, in one language.
struct ShareImage {
    static let folder = "/images/share/"

    let card: ShareCard
    let name: ShareImageName

    init(of product: Product, in profile: MarketProfile, language: Language) {
        let texts = ProductTexts(language: language)
        let listing = product.listing
        card = ShareCard(
            market: profile.shownName(in: language),
            name: listing.name,
            price: texts.salePrice(listing.pricing),
            struckPrice: texts.struckPrice(listing.pricing),
            soldOut: product.shownStock > 0 ? nil : texts.stock(0),
            image: product.thumbnail?.name,
            logo: profile.logo?.bytes(.small)
        )
        let digest = Self.digest(of: card, logo: profile.logo?.name)
        name = ShareImageName(product: product.id, language: language.rawValue, digest: digest)
    }

    /// The path of the image, which changes with everything that it shows.
    var path: String { Self.folder + name.fileName }

    private static func digest(of card: ShareCard, logo: ImageName?) -> [UInt8] {
        var hash = BLAKE2b(byteCount: ShareImageName.digestByteCount)
        hash.update(lengthPrefixed: String(ShareCard.designVersion))
        for text in [card.market, card.name, card.price] { hash.update(lengthPrefixed: text) }
        // An absent text differs from an empty one.
        for text in [card.struckPrice, card.soldOut, card.image?.hexDigits] {
            hash.update(lengthPrefixed: text.map { "+" + $0 } ?? "")
        }
        if let logo { hash.update(lengthPrefixed: logo.hexDigits) }
        return hash.finalize()
    }
}
