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
        images = FolderImageStore(folder: lock.folder + "/images")
        try await Self.refuseLostDatabase(folder: lock.folder, images: images)
        do {
            store = try await SQLiteProductStore(lock: lock)
        } catch {
            throw CommandFailure(error)
        }
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

    /// An empty database beside pictures would make every one of them look unused.
    private static func refuseLostDatabase(folder: String, images: FolderImageStore) async throws(CommandFailure) {
        guard !SQLiteProductStore.hasDatabase(in: folder) else { return }
        do {
            guard try await !images.isEmpty() else { return }
        } catch {
            throw CommandFailure("Can't look into \(folder)/images: \(error).")
        }
        throw CommandFailure(
            """
            The database \(folder)/market.sqlite is missing or empty, but there are pictures in \(folder)/images. \
            Restore the database from a backup. To start anew, move the folder images away first.
            """
        )
    }
}
