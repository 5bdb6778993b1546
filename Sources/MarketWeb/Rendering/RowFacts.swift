internal import MarketModels
internal import MarketTexts

/// A product's row or card in a list.
enum RowFacts {
    /// So many pictures are asked for at once; the others when they come near.
    private static let eagerCount = 6

    static func of(
        _ products: [ProductSummary],
        _ site: SiteContext,
        now: Timestamp,
        from list: ListAddress,
        isStartOfPage: Bool
    ) -> [Templates.Facts] {
        let texts = GoodsTexts(language: site.language)
        return products.enumerated().map { index, product in
            [
                "id": product.id.rawValue,
                "address": list.leadingBack(from: "/products/\(product.id.rawValue)"),
                "name": product.name,
                // Sections ask truths, not texts: inside a text, every look-up would begin with the text's mirror.
                "hasThumbnail": product.thumbnail != nil,
                "thumbnail": product.thumbnail.map(PictureAddress.thumbnail) ?? "",
                "webThumbnail": product.thumbnail.map { PictureAddress.web($0, .card) } ?? "",
                "price": texts.bargain(product.pricing),
                "isDiscounted": product.pricing.isDiscounted,
                "struckPrice": texts.struckPrice(product.pricing) ?? "",
                "stock": texts.stock(product.stock),
                "isSoldOut": product.stock <= 0,
                "age": texts.age(of: product.registeredAt, now: now),
                "registeredAt": product.registeredAt.attribute,
                "isMine": product.vendorID == site.vendor,
                "isEager": isStartOfPage && index < eagerCount,
            ]
        }
    }
}
