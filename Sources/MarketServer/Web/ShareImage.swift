import MarketCore
import MarketHashing
import MarketModels
import MarketTexts

/// The image that a messenger shows for a link to a product, in one language.
struct ShareImage {
    static let folder = "/images/share/"

    let card: ShareCard
    let name: ShareImageName

    init(of product: Product, language: Language) {
        let texts = ProductTexts(language: language)
        let listing = product.listing
        card = ShareCard(
            market: InterfaceTexts(language: language)[.siteName],
            name: listing.name,
            price: texts.salePrice(listing.pricing),
            struckPrice: texts.struckPrice(listing.pricing),
            soldOut: product.shownStock > 0 ? nil : texts.stock(0),
            image: product.thumbnail?.name
        )
        name = ShareImageName(product: product.id, language: language.rawValue, digest: Self.digest(of: card))
    }

    /// The path of the image, which changes with everything that it shows.
    var path: String { Self.folder + name.fileName }

    private static func digest(of card: ShareCard) -> [UInt8] {
        var hash = BLAKE2b(byteCount: ShareImageName.digestByteCount)
        hash.update(lengthPrefixed: String(ShareCard.designVersion))
        for text in [card.market, card.name, card.price] { hash.update(lengthPrefixed: text) }
        // An absent text differs from an empty one.
        for text in [card.struckPrice, card.soldOut, card.image?.hexDigits] {
            hash.update(lengthPrefixed: text.map { "+" + $0 } ?? "")
        }
        return hash.finalize()
    }
}
