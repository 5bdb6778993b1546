import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

// The code of the articles, as it appears in an app. Scripts/check-article.py compares every article with the marked
// regions of this folder, ArticleTests run them, and Scripts/check-app-package.sh builds this file in the package of an
// app.

// ARTICLE: parts
/// What all screens of an app share. It is made once, when the app starts.
struct AppParts<Decoder: ImageDecoding>: Sendable {
    let client: MarketAPIClient
    let images: ImageLoader<Decoder>
    let keyring: Keyring
    let dependencies: AppDependencies

    /// - Parameters:
    ///   - calls: carries what the view models ask.
    ///   - imageTransport: carries images. One of their own, so that no call has to wait behind them.
    init(
        market: URL,
        calls: any HTTPTransport,
        imageTransport: any HTTPTransport,
        identities: any IdentityStore,
        decoder: Decoder,
        caches: URL,
        language: Language
    ) async throws {
        client = MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: market,
                transport: calls,
                identifier: try await identities.identifier(in: market),
                language: language.rawValue
            )
        )
        images = ImageLoader(
            ImageLoaderConfiguration(
                transport: imageTransport,
                decoder: decoder,
                diskCache: DiskImageCache(folder: caches.appending(path: "pictures"))
            )
        )
        keyring = Keyring(store: identities, market: market)
        dependencies = AppDependencies(language: language)
    }
}
// END

extension AppParts {
    // ARTICLE: open
    /// - Parameters:
    ///   - support: a folder for what must not be lost.
    ///   - caches: a folder that the system may empty.
    static func open(_ market: URL, decoder: Decoder, support: URL, caches: URL) async throws -> AppParts {
        try await AppParts(
            market: market,
            calls: URLSessionTransport(),
            imageTransport: URLSessionTransport(),
            identities: FileIdentityStore(folder: support.appending(path: "identities")),
            decoder: decoder,
            caches: caches,
            language: Language(acceptLanguage: Locale.preferredLanguages.joined(separator: ","))
        )
    }
    // END
}

// ARTICLE: models
extension AppParts {
    @MainActor
    func list(_ preferences: any Preferences) -> ProductListModel {
        ProductListModel(calls: client, preferences: preferences, dependencies: dependencies)
    }

    /// - Parameter screen: the box into which images are fitted, in pixels.
    @MainActor
    func product(_ row: ListedProduct, screen: PixelSize) -> ProductModel<Decoder.Image> {
        ProductModel(row.id, known: row, calls: client, keyring: keyring, dependencies: dependencies) { [images] url in
            try await images.image(for: url, fitting: screen)
        }
    }

    @MainActor
    func listingForm(_ preferences: any Preferences) -> ListingFormModel {
        ListingFormModel(calls: client, keyring: keyring, preferences: preferences, language: dependencies.language)
    }

    @MainActor
    func edit(_ id: Product.ID) -> EditModel {
        EditModel(id, calls: client, language: dependencies.language)
    }

    /// - Parameter list: learns that the product is gone.
    @MainActor
    func deletion(of row: ListedProduct, in list: ProductListModel) -> DeletionModel {
        DeletionModel(row.id, name: row.name, calls: client, keyring: keyring, language: dependencies.language) {
            list.apply($0)
        }
    }
}
// END

extension AppParts {
    // ARTICLE: memory
    func memoryIsShort() {
        images.handleMemoryPressure()
    }
    // END
}
