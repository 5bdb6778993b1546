import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels

/// A new listing that says what another one says, with its pictures if that is one's own.
@MainActor
struct ListingCopy {
    /// The fields that say what a product is; not who sells it.
    private static let fields =
        // The currency decides how the price is written.
        [.currency]
        + ListingField.allCases.filter { ![.images, .currency, .seller, .contact, .password].contains($0) }

    let product: DetailedProduct
    /// Whether the pictures are copied, too.
    let hasPictures: Bool

    /// Fills a form with the texts.
    func fill(_ model: ListingFormModel) {
        let typed = TypedListing(product.listing, seller: "", contact: nil)
        for field in Self.fields { model.setText(typed[field], for: field) }
    }

    /// Loads the pictures into a form.
    ///
    /// - Returns: Why they couldn't be loaded; nil if all were.
    func addPictures(to model: ListingFormModel, from client: MarketAPIClient) async -> MarketClientError? {
        guard hasPictures else { return nil }
        do {
            for image in product.images { model.addImages([.bytes(try await client.image(at: image.url))]) }
            return nil
        } catch {
            return error
        }
    }
}
