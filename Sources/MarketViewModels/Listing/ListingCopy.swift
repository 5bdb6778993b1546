public import MarketAPI
public import MarketClient
import MarketModels

/// A new listing that says what another one says, with its pictures if that is one's own.
@MainActor
public struct ListingCopy {
    /// The fields that say what a product is; not who sells it.
    private static let fields =
        // The currency decides how the price is written.
        [.currency]
        + ListingField.allCases.filter { ![.images, .currency, .seller, .contact, .password].contains($0) }

    private let product: DetailedProduct
    private let hasPictures: Bool

    /// Creates a copy of a product.
    ///
    /// - Parameter hasPictures: Whether the pictures are copied, too.
    public init(_ product: DetailedProduct, hasPictures: Bool) {
        self.product = product
        self.hasPictures = hasPictures
    }

    /// Fills a form with the texts.
    public func fill(_ model: ListingFormModel) {
        let typed = TypedListing(product.listing, seller: "", contact: nil)
        for field in Self.fields { model.setText(typed[field], for: field) }
    }

    /// Loads the pictures into a form.
    ///
    /// - Returns: Why they couldn't be loaded; nil if all were.
    public func addPictures(to model: ListingFormModel, from client: MarketAPIClient) async -> MarketClientError? {
        guard hasPictures else { return nil }
        do {
            for image in product.images { model.addImages([.bytes(try await client.image(at: image.url))]) }
            return nil
        } catch {
            return error
        }
    }
}
