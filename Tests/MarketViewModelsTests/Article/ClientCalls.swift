import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

// ARTICLE: walk
func everything(in market: any MarketService) async throws -> [ListedProduct] {
    var request = ProductListRequest(size: 100)
    var products: [ListedProduct] = []
    repeat {
        let response = try await market.products(request)
        products += response.products
        request.cursor = response.nextCursor
    } while request.cursor != nil
    return products
}
// END

// ARTICLE: never-twice
func list(_ listing: NewListing, in market: any MarketService) async throws -> DetailedProduct {
    // One key for one listing, so that a repeated request creates nothing more.
    let key = UUID()
    do {
        return try await market.list(listing, key: key, progress: { _ in })
    } catch MarketClientError.outcomeUnknown {
        return try await market.list(listing, key: key, progress: { _ in })
    }
}
// END

// ARTICLE: edit-version
func makeCheaper(_ product: DetailedProduct, secret: String, in market: any MarketService) async throws {
    let edit = ListingEdit(
        patch: ProductPatch(price: DecimalAmount(30_000)),
        version: product.version
    )
    do {
        _ = try await market.update(product.id, with: edit, secret: secret, progress: { _ in })
    } catch MarketClientError.outcomeUnknown {
        // The version shows whether the edit was applied.
        let now = try await market.product(product.id)
        guard now.version == product.version else { return }
        _ = try await market.update(product.id, with: edit, secret: secret, progress: { _ in })
    }
}
// END

// ARTICLE: errors
func sentence(about id: Product.ID, in market: any MarketService) async -> String? {
    do {
        _ = try await market.product(id)
        return nil
    } catch {
        return ProblemTexts(language: .english).sentence(for: error, .viewing)
    }
}
// END

// ARTICLE: scrolling
/// - Parameters:
///   - coming: the thumbnails of the rows that are about to appear, the nearest first.
///   - passed: thumbnails that were prefetched and are no longer about to appear.
func scrolled<Decoder>(
    _ images: ImageLoader<Decoder>,
    coming: [URL],
    passed: [URL],
    fitting size: PixelSize
) {
    images.cancelPrefetch(passed, fitting: size)
    images.prefetch(coming, fitting: size)
}
// END
