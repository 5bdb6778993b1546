public import MarketAPI
public import MarketClient
import MarketModels

/// The contents of a product as the beginning of a new listing.
@MainActor
public struct ListingCopy {
    /// The fields that say what a product is; not who sells it.
    private static let fields =
        // The currency decides how the price is written.
        [.currency]
        + ListingField.allCases.filter { ![.images, .currency, .seller, .contact, .password].contains($0) }

    private let product: DetailedProduct
    private let hasImages: Bool

    /// Creates a copy of a product.
    ///
    /// - Parameter hasImages: Whether the images are copied, too. Copy only the images of the user's own products.
    public init(_ product: DetailedProduct, hasImages: Bool) {
        self.product = product
        self.hasImages = hasImages
    }

    /// Fills a form with the texts.
    public func fill(_ model: ListingFormModel) {
        let typed = TypedListing(product.listing, seller: "", contact: nil)
        for field in Self.fields { model.setText(typed[field], for: field) }
    }

    /// Loads the images into a form, which isn't sent before they are there.
    ///
    /// - Returns: The error after which no further images were loaded; nil if all were.
    public func addImages(to model: ListingFormModel, from client: MarketAPIClient) async -> MarketClientError? {
        guard hasImages else { return nil }
        var pendingCount = product.images.count
        model.pendingImageCount += pendingCount
        defer { model.pendingImageCount -= pendingCount }
        do {
            for image in product.images {
                model.addImages([.bytes(try await client.image(at: image.url))])
                model.pendingImageCount -= 1
                pendingCount -= 1
            }
            return nil
        } catch {
            return error
        }
    }
}
