import Foundation
import Logging
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketPostgres
import MarketS3
import MarketSQLite
import MarketSecrets
import MarketServer
import MarketTexts

/// A data folder that this process has opened exclusively, with the use cases over it.
struct OpenedMarket {
    let dataFolder: String
    /// Held for as long as the market is open, because the database may be elsewhere.
    private let lock: DataFolderLock
    let store: any ProductStore
    /// The store, if it is the database in the data folder.
    let embeddedStore: SQLiteProductStore?
    let images: any ImageStore
    /// The images in the data folder. Share images are in it, too, wherever the images are.
    let folderImages: FolderImageStore
    /// The images, if they are in an object store.
    let objectStore: S3ImageStore?
    let processor: VipsImageProcessor
    let services: MarketServices
    /// The files that other users of the machine could read until now.
    let exposedFiles: [DataFolderLock.ExposedFile]

    /// - Parameters:
    ///   - database: the address of a PostgreSQL database, or nil for the one in the data folder.
    ///   - directDatabase: its address without a pooler, if the other one leads to a pooler.
    ///   - objects: the address of an object store with the images, or nil for the data folder.
    ///   - cacheByteCount: the maximum size of the images used lately, if they are in an object store.
    ///   - migrates: whether the schema may be created or migrated, which commands don't.
    ///   - isGuest: whether the folder is only for this process, and not the one of a node of the market.
    init(
        lock: DataFolderLock,
        database: String? = nil,
        directDatabase: String? = nil,
        objects: String? = nil,
        cacheByteCount: Int = S3Images.usualCacheByteCount,
        policy: ListingPolicy = ListingPolicy(),
        language: Language = .english,
        limits: ServerLimits = ServerLimits(),
        integrity: IntegrityMonitor = IntegrityMonitor(),
        migrates: Bool = false,
        isGuest: Bool = false
    ) async throws {
        self.lock = lock
        dataFolder = lock.folder
        exposedFiles = lock.exposedFiles
        folderImages = FolderImageStore(folder: lock.folder + "/images", integrity: integrity)
        if objects == nil, let binding = try MarketFile.read(in: lock.folder).objects {
            throw S3Images.needsSetting(lock.folder, binding)
        }
        var market: (name: String, place: String)?
        var ports: (any SharedPorts)?
        var clock: any WallClock = SystemWallClock()
        var signer: TicketSigner?
        var place: ImagePlaceCheck?
        var hasImages = false
        if let database {
            let shared: PostgresProductStore
            (shared, hasImages) = try await PostgresMarket(folder: lock.folder, images: folderImages)
                .open(
                    address: database,
                    direct: directDatabase,
                    objects: objects,
                    migrates: migrates,
                    isGuest: isGuest,
                    integrity: integrity
                )
            ports = PostgresPorts(store: shared)
            clock = shared.clock
            signer = try await Self.signer(shared, lock.folder)
            market = try await Self.identity(shared)
            if !isGuest { place = ImagePlaceCheck(store: shared, folder: lock.folder, objects: objects) }
            (store, embeddedStore) = (shared, nil)
        } else {
            try await Self.refuseLostDatabase(folder: lock.folder, images: folderImages)
            Restore.removeLeftovers(in: lock.folder)
            let embedded = try await SQLiteProductStore(lock: lock, integrity: integrity, migrates: migrates)
            (store, embeddedStore) = (embedded, embedded)
        }
        var opened: S3ImageStore?
        do {
            if let objects {
                opened = try await S3Images(folder: lock.folder)
                    .open(
                        objects,
                        market: market,
                        hasImages: hasImages,
                        images: folderImages,
                        cacheByteCount: cacheByteCount,
                        integrity: integrity
                    )
            }
            try await place?.record()
        } catch {
            await opened?.close()
            try? await store.close()
            throw error
        }
        objectStore = opened
        images = objectStore ?? folderImages
        do {
            let hasher = try Argon2SecretHasher()
            processor = try VipsImageProcessor(workers: Self.imageWorkers())
            services = MarketServices(
                store: store,
                images: images,
                processor: processor,
                shareImages: FolderShareImageStore(imageFolder: lock.folder + "/images"),
                renderer: try VipsShareImageRenderer(
                    workers: Self.imageWorkers(arguments: ImageWorkerPool.drawingArguments, limits: .drawing)
                ),
                hasher: hasher,
                signer: signer ?? Self.signer(lock.folder),
                clock: clock,
                monotonicClock: SystemMonotonicClock(),
                policy: policy,
                language: language,
                limits: limits,
                ports: ports,
                integrity: integrity
            ) { Logger(label: "openmarket").error("\($0)", metadata: ["reason": "\($1)"]) }
        } catch {
            throw CommandFailure("A library the market needs isn't working: \(error).")
        }
    }

    private static func identity(
        _ store: PostgresProductStore
    ) async throws(CommandFailure) -> (name: String, place: String) {
        do {
            return (try await store.marketName(), try await store.place())
        } catch {
            throw CommandFailure("The name of the market can't be read from the database: \(error).")
        }
    }

    /// Closes the database and the connections to an object store.
    func close() async throws(MarketError) {
        await objectStore?.close()
        try await store.close()
    }

    /// Returns a signer with the key that all nodes of a market in PostgreSQL have. At first it is the one of the
    /// folder, if there is one.
    private static func signer(
        _ store: PostgresProductStore,
        _ folder: String
    ) async throws(CommandFailure) -> TicketSigner {
        let path = folder + "/signing.key"
        let own = FileManager.default.fileExists(atPath: path) ? try? SigningKeyFile.key(at: path) : nil
        do {
            return TicketSigner(key: try await store.signingKey(orSet: own ?? TicketSigner.makeKey()))
        } catch {
            throw CommandFailure("The key that signs tickets can't be read from the database: \(error).")
        }
    }

    /// Returns a signer with the stored key. If no key can be stored, because the disk is full, tickets end with the
    /// process.
    private static func signer(_ folder: String) -> TicketSigner {
        (try? SigningKeyFile.key(at: folder + "/signing.key")).map { TicketSigner(key: $0) } ?? TicketSigner()
    }

    /// Returns the processes in which untrusted images are decoded, or texts drawn.
    static func imageWorkers(
        arguments: [String] = ImageWorkerPool.decodingArguments,
        limits: ImageWorkerPool.Limits = .decoding
    ) -> ImageWorkerPool {
        let logger = Logger(label: "openmarket")
        return ImageWorkerPool(arguments: arguments, limits: limits) { problem, reason in
            logger.warning("\(problem)", metadata: reason.map { ["reason": "\($0)"] } ?? [:])
        }
    }

    /// Refuses to open images without their database: an empty one would make every image look unused.
    private static func refuseLostDatabase(folder: String, images: FolderImageStore) async throws(CommandFailure) {
        if Restore.isUnfinished(in: folder) {
            throw CommandFailure(
                "A restore into \(folder) was interrupted. Run 'openmarket restore' again with the same backup."
            )
        }
        if try PostgresMarket.isBound(folder) { throw PostgresMarket.needsServer(folder) }
        guard !SQLiteProductStore.hasMarket(in: folder) else { return }
        if let binding = try MarketFile.read(in: folder).objects {
            throw CommandFailure(
                """
                The database \(folder)/market.sqlite is missing or empty, but the market's pictures are in \
                \(binding.address). Restore it from a backup. To start over, use another folder and another prefix.
                """
            )
        }
        do {
            guard try await !images.isEmpty() else { return }
        } catch {
            throw CommandFailure("Can't look into \(folder)/images: \(error).")
        }
        throw CommandFailure(
            """
            The database \(folder)/market.sqlite is missing or empty, but there are pictures in \(folder)/images. \
            Restore it from a backup ('openmarket restore'). To start over, move the folder images away first.
            """
        )
    }
}
