public import MarketModels
internal import MarketTexts

/// A product with all that anybody may know of it.
public struct DetailPage: WebPage {
    public let product: Product
    /// Whether the seller left a contact. What it is does not stand in the page.
    public let hasContact: Bool
    /// Whether it was listed from this browser.
    public let isMine: Bool
    /// The list that it was found in.
    public let from: ListAddress
    public let now: Timestamp

    public init(
        product: Product,
        hasContact: Bool,
        isMine: Bool,
        from: ListAddress = ListAddress(),
        now: Timestamp
    ) {
        self.product = product
        self.hasContact = hasContact
        self.isMine = isMine
        self.from = from
        self.now = now
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let goods = GoodsTexts(language: site.language)
        let listing = product.listing
        let price = goods.bargain(listing.pricing)
        let stock = goods.stock(listing.stock)
        let address = "/products/\(product.id.rawValue)"
        let facts: [String: Any?] = [
            "id": product.id.rawValue,
            "name": listing.name,
            "price": price,
            "struckPrice": goods.struckPrice(listing.pricing),
            "plainPrice": listing.pricing.bargain.plainDigits,
            "currency": listing.pricing.currency.rawValue,
            "stock": stock,
            "isSoldOut": listing.stock <= 0,
            "seller": product.vendor.name,
            "sellerAddress": from.leadingBack(
                from: "/sellers/\(product.vendor.id.rawValue)",
                [("product", String(product.id.rawValue))]
            ),
            "editAddress": from.leadingBack(from: address + "/edit"),
            "deleteAddress": from.leadingBack(from: address + "/delete"),
            "contactAddress": from.leadingBack(from: address + "/contact"),
            "initial": product.vendor.name.first.map(String.init),
            "listed": texts.listed(goods.age(of: product.registeredAt, now: now)),
            "registeredAt": product.registeredAt.attribute,
            "registeredDay": goods.day(product.registeredAt),
            "about": listing.description.isEmpty ? nil : listing.description,
            "hasContact": hasContact,
            "isMine": isMine,
            "summary": texts.shareSummary(price: price, stock: stock, seller: product.vendor.name),
            "origin": site.origin,
            "availability": listing.stock > 0 ? "in stock" : "out of stock",
            "linkedData": LinkedData.product(product, origin: site.origin),
            "slides": slides(site),
            "pictureCount": product.pictures.isEmpty ? nil : product.pictures.count,
            "hasSeveral": product.pictures.count > 1,
            "shared": product.thumbnail.map { picture in
                ["address": PictureAddress.full(picture.name), "width": picture.width, "height": picture.height]
                    as Templates.Facts
            },
        ]
        return Frame(kind: .product, title: listing.name, back: from.path).html("product", site, facts)
    }

    private func slides(_ site: SiteContext) -> [Templates.Facts] {
        let texts = WebTexts(language: site.language)
        return product.pictures.enumerated().map { index, picture in
            [
                "number": index + 1,
                "isFirst": index == 0,
                "full": PictureAddress.full(picture.name),
                "webSet": PictureAddress.webSet(of: picture),
                "width": picture.width,
                "height": picture.height,
                "alt": texts.picture(index + 1, of: product.pictures.count, name: product.listing.name),
                "show": texts.showPicture(index + 1),
            ]
        }
    }
}
