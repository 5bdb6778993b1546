public import MarketModels

/// A renderer of the images that messengers show for a link to a product.
public protocol ShareImageRenderer: Sendable {
    /// Draws a card as JPEG of ``ShareCard/width`` × ``ShareCard/height`` pixels.
    ///
    /// - Parameter image: the full rendition of the card's image; nil draws a card without one.
    func render(_ card: ShareCard, image: StoredFile?) async throws(MarketError) -> [UInt8]
}

/// Everything that the share image of a product shows, in one language. The texts may contain any characters. What is encoded is
/// all but the image, of which whoever draws the card is given the file.
public struct ShareCard: Hashable, Codable, Sendable {
    /// The width of the image in pixels, as Open Graph recommends.
    public static let width = 1200
    /// The height of the image in pixels. A messenger that shows 2:1 cuts off 15 pixels at the top and at the bottom.
    public static let height = 630
    /// The version of the design. It is a part of every card's name: a new design is shown only where the version has
    /// been increased, because browsers and messengers keep what they have seen.
    public static let designVersion = 1

    public let market: String
    public let name: String
    /// The price that the buyer pays.
    public let price: String
    /// The price before the discount, or nil without a discount.
    public let struckPrice: String?
    /// What a product that is sold out says; nil while it is in stock.
    public let soldOut: String?
    /// The product's image, or nil if it has none.
    public private(set) var image: ImageName?
    /// The market's logo, a square PNG that stands before its name; nil if it has none.
    public let logo: [UInt8]?

    private enum CodingKeys: CodingKey {
        case market, name, price, struckPrice, soldOut, logo
    }

    public init(
        market: String,
        name: String,
        price: String,
        struckPrice: String?,
        soldOut: String?,
        image: ImageName?,
        logo: [UInt8]? = nil
    ) {
        self.logo = logo
        self.market = market
        self.name = name
        self.price = price
        self.struckPrice = struckPrice
        self.soldOut = soldOut
        self.image = image
    }
}
