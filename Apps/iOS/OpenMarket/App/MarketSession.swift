import Foundation
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

/// What all screens share while one market is open in one language.
@MainActor
final class MarketSession {
    let address: URL
    let settings: AppSettings
    let client: MarketAPIClient
    let images: ImageLoader<ImageIODecoder>
    let keyring: Keyring
    let preferences: any Preferences
    let dependencies: AppDependencies
    let draftStore: FileDraftStore
    let drafts: Drafts
    let texts: ScreenTexts
    let changes = ProductChanges()
    /// The form that is open, on whatever screen.
    weak var form: FormScreenController?

    private init(
        _ environment: AppEnvironment,
        _ settings: AppSettings,
        _ address: URL,
        _ identifier: VendorIdentifier?
    ) {
        let language = settings.language
        self.address = address
        self.settings = settings
        client = MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: address,
                transport: environment.transport,
                identifier: identifier,
                language: language.rawValue,
                temporaryFolder: environment.forms
            )
        )
        images = ImageLoader(
            ImageLoaderConfiguration(
                transport: environment.imageTransport,
                decoder: ImageIODecoder(),
                diskCache: environment.pictures
            )
        )
        keyring = Keyring(store: environment.identities, market: address)
        preferences = StoredPreferences(defaults: environment.defaults, market: address)
        texts = ScreenTexts(language: language)
        dependencies = AppDependencies(
            language: language,
            market: address,
            favorites: Favorites(
                store: FileProductStore(.favorites, folder: environment.support, market: address),
                language: language
            ),
            categories: MarketCategories(
                service: client,
                language: language,
                connectivity: environment.connectivity
            ),
            recentlyViewed: FileProductStore(.recentlyViewed, folder: environment.support, market: address),
            recentSecrets: RecentSecrets(),
            connectivity: environment.connectivity
        )
        draftStore = FileDraftStore(folder: environment.support, market: address)
        drafts = Drafts(store: draftStore, dependencies: dependencies)
    }

    /// Opens the market at an address. It opens without a network, and without an identity if the Keychain can't be
    /// read: then it can be browsed, and a new listing says what is wrong.
    static func open(
        _ address: URL,
        _ environment: AppEnvironment,
        settings: AppSettings
    ) async -> MarketSession {
        let identifier = try? await environment.identities.identifier(in: address)
        let session = MarketSession(environment, settings, address, identifier)
        await session.dependencies.favorites?.load()
        return session
    }

    /// Shows a change made by this app on all screens.
    func report(_ change: ProductChange) {
        changes.send(change)
        Task { [drafts] in await drafts.apply(change) }
    }
}

/// Passes the changes made by this app to the screens that show products, as long as these exist.
@MainActor
final class ProductChanges {
    private struct Subscription {
        weak var owner: AnyObject?
        let receive: (ProductChange) -> Void
    }

    private var subscriptions: [Subscription] = []

    /// Calls a closure with every change until its owner is released. The closure must not keep the owner.
    func subscribe(_ owner: AnyObject, _ receive: @escaping (ProductChange) -> Void) {
        subscriptions.append(Subscription(owner: owner, receive: receive))
    }

    func send(_ change: ProductChange) {
        subscriptions.removeAll { $0.owner == nil }
        for subscription in subscriptions { subscription.receive(change) }
    }
}

/// The texts of all screens in one language.
struct ScreenTexts {
    let language: Language
    let app: AppTexts
    let interface: InterfaceTexts
    let product: ProductTexts
    let problems: ProblemTexts

    init(language: Language) {
        self.language = language
        app = AppTexts(language: language)
        interface = InterfaceTexts(language: language)
        product = ProductTexts(language: language)
        problems = ProblemTexts(language: language)
    }
}
