import MarketCore
import MarketImages
import MarketModels
import MarketSQLite
import MarketSecrets
import MarketServer

/// A data folder that this process has to itself, with the use cases over it.
struct OpenedMarket {
    let dataFolder: String
    let store: SQLiteProductStore
    let images: FolderImageStore
    let services: MarketServices

    /// - Throws: ``CommandFailure``.
    init(
        dataFolder: String,
        registration: ListForSale.Registration,
        prices: PricePolicy
    ) async throws(CommandFailure) {
        let lock: DataFolderLock
        do {
            lock = try DataFolderLock(folder: dataFolder)
        } catch {
            throw CommandFailure(error)
        }
        try await self.init(lock: lock, registration: registration, prices: prices)
    }

    init(
        lock: DataFolderLock,
        registration: ListForSale.Registration = .open,
        prices: PricePolicy = .exact
    ) async throws(CommandFailure) {
        dataFolder = lock.folder
        do {
            store = try await SQLiteProductStore(lock: lock)
        } catch {
            throw CommandFailure(error)
        }
        images = FolderImageStore(folder: lock.folder + "/images")
        do {
            services = MarketServices(
                store: store,
                images: images,
                processor: try VipsImageProcessor(),
                hasher: try Argon2SecretHasher(),
                fingerprints: ContentFingerprints(),
                clock: SystemWallClock(),
                registration: registration,
                prices: prices
            )
        } catch {
            throw CommandFailure("A library the market needs isn't working: \(error).")
        }
    }
}
