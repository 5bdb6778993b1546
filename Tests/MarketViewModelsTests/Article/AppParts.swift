import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

// The code of the articles, as it appears in an app. Scripts/check-article.py compares every article with the marked
// regions of this folder, ArticleTests run them, and Scripts/check-app-package.sh type-checks this file as an app's.

// ARTICLE: parts
/// The objects that all screens of an app share, created once when the app starts.
struct AppParts<Decoder: ImageDecoding>: Sendable {
    let client: MarketAPIClient
    let images: ImageLoader<Decoder>
    let keyring: Keyring
    let dependencies: AppDependencies

    /// - Parameters:
    ///   - transport: the transport for API calls.
    ///   - imageTransport: the transport for images, a separate one so that calls don't wait for images.
    init(
        market: URL,
        transport: any HTTPTransport,
        imageTransport: any HTTPTransport,
        identities: any IdentityStore,
        decoder: Decoder,
        caches: URL,
        language: Language
    ) async throws {
        client = MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: market,
                transport: transport,
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
    ///   - support: a folder for data that must not be lost.
    ///   - caches: a folder that the system may empty.
    static func open(_ market: URL, decoder: Decoder, support: URL, caches: URL) async throws -> AppParts {
        try await AppParts(
            market: market,
            transport: URLSessionTransport(),
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
        ProductListModel(service: client, preferences: preferences, dependencies: dependencies)
    }

    /// - Parameter screen: the size in pixels that images are scaled to fit.
    @MainActor
    func product(_ row: ListedProduct, screen: PixelSize) -> ProductModel<Decoder.Image> {
        ProductModel(row.id, known: row, service: client, keyring: keyring, dependencies: dependencies) {
            [images] url in
            try await images.image(for: url, fitting: screen)
        }
    }

    @MainActor
    func listingForm(_ preferences: any Preferences) -> ListingFormModel {
        ListingFormModel(service: client, keyring: keyring, preferences: preferences, language: dependencies.language)
    }

    @MainActor
    func edit(_ id: Product.ID) -> EditModel {
        EditModel(id, service: client, language: dependencies.language)
    }

    /// - Parameter list: the list that the product is removed from.
    @MainActor
    func deletion(of row: ListedProduct, in list: ProductListModel) -> DeletionModel {
        DeletionModel(row.id, name: row.name, service: client, keyring: keyring, language: dependencies.language) {
            list.apply($0)
        }
    }
}
// END

// ARTICLE: device
extension AppParts {
    /// Returns dependencies with the favorites and the recently viewed products of this device.
    ///
    /// - Parameter support: a folder for data that must not be lost.
    @MainActor
    static func dependencies(of market: URL, support: URL, language: Language) async -> AppDependencies {
        let favorites = Favorites(
            store: FileProductStore(.favorites, folder: support, market: market),
            language: language
        )
        await favorites.load()
        return AppDependencies(
            language: language,
            market: market,
            favorites: favorites,
            recentlyViewed: FileProductStore(.recentlyViewed, folder: support, market: market)
        )
    }

    /// Returns a form that is kept on this device until it is sent, and looks for one that was left unfinished.
    @MainActor
    func listingForm(_ preferences: any Preferences, draftsIn store: FileDraftStore) async -> ListingFormModel {
        let form = ListingFormModel(
            service: client,
            keyring: keyring,
            preferences: preferences,
            language: dependencies.language,
            drafts: Drafts(store: store, dependencies: dependencies)
        )
        await form.findDraft()
        return form
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
