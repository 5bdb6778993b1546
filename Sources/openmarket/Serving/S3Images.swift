import Foundation
import Logging
import MarketCommands
import MarketCore
import MarketImages
import MarketS3
import Synchronization

/// The images of a market in an object store. The data folder says where (``MarketFile``), with the name of the market, which is
/// also in the store, so that images are never regarded as unused because of another market's database.
struct S3Images {
    /// The size of the folder with the images used lately, in bytes.
    static let usualCacheByteCount = 2 << 30

    let folder: String

    /// The place of a market's images.
    struct Binding: Codable, Equatable {
        /// The name of the market.
        let market: String
        /// The address of the store, which has no secrets.
        let address: String
        /// What tells the database in the folder from its copies (``S3Mark/user``); nil if it is in PostgreSQL.
        var user: String?
    }

    /// The reason why a server can't be started without the setting.
    static func needsSetting(_ folder: String, _ binding: Binding) -> CommandFailure {
        CommandFailure(
            """
            The pictures of the market in \(folder) are in an object store. Give its address with --images; it was \
            \(binding.address).
            """
        )
    }

    /// Calls `body` with the images of a market if they are in an object store; with nil otherwise. It may only read: nothing
    /// says that this market is the one that uses them, unless the binding has a user.
    ///
    /// - Throws: `S3OpeningError` if the images aren't there, ``CommandFailure`` if the store can't be used.
    static func withImages<Value>(
        of binding: Binding?,
        folder: String,
        _ body: (S3ImageStore?) async throws -> Value
    ) async throws -> Value {
        guard let binding else { return try await body(nil) }
        return try await withStore(at: binding.address, folder: folder) { store in
            guard try await store.checkMark(S3Mark(market: binding.market, user: binding.user)) != nil else {
                throw S3OpeningError.imagesAreGone(place: binding.address)
            }
            return try await body(store)
        }
    }

    /// Calls `body` with a store, without checking whose images are there.
    ///
    /// - Throws: ``CommandFailure`` if the store can't be used, and what `body` throws.
    static func withStore<Value>(
        at address: String,
        folder: String,
        _ body: (S3ImageStore) async throws -> Value
    ) async throws -> Value {
        let store = try connect(address, folder: folder)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            switch error {
            case MarketError.unreachable(let reason), MarketError.unavailable(let reason):
                throw CommandFailure("The object store of \(address) can't be used: \(reason).")
            default: throw error
            }
        }
    }

    /// Connects to a store, without checking whose images are there.
    static func connect(
        _ address: String,
        folder: String,
        cacheByteCount: Int = usualCacheByteCount,
        integrity: IntegrityMonitor = IntegrityMonitor(),
        events: S3EventLog = S3EventLog()
    ) throws -> S3ImageStore {
        let location = try S3Location(address: address)
        let credentials = try S3CredentialSource(environment: ProcessInfo.processInfo.environment)
        do {
            return try S3ImageStore(
                location: location,
                credentials: credentials,
                cacheFolder: folder + "/image-cache",
                cacheByteCount: cacheByteCount,
                integrity: integrity,
                report: events.log
            )
        } catch {
            throw CommandFailure("The certificates for the object store can't be read: \(error.explanation).")
        }
    }

    /// Opens the store, and binds the folder and the store to the market at the first time.
    ///
    /// - Parameters:
    ///   - market: the name of the market in its database, and what tells that from its copies; nil if it is in the folder.
    ///   - hasImages: whether images are in the store already, so that an empty one is a wrong one.
    ///   - images: the images in the folder.
    func open(
        _ address: String,
        market: (name: String, place: String)?,
        hasImages: Bool,
        images: FolderImageStore,
        cacheByteCount: Int,
        integrity: IntegrityMonitor
    ) async throws -> S3ImageStore {
        let events = S3EventLog()
        let store = try Self.connect(
            address,
            folder: folder,
            cacheByteCount: cacheByteCount,
            integrity: integrity,
            events: events
        )
        do {
            try await bind(store, address, market: market, hasImages: hasImages, images)
            events.begin()
            try await store.openCache()
            return store
        } catch {
            await store.close()
            if error is CommandFailure || error is S3OpeningError { throw error }
            throw CommandFailure("Can't use \(folder): \(error.explanation).")
        }
    }

    private func bind(
        _ store: S3ImageStore,
        _ address: String,
        market: (name: String, place: String)?,
        hasImages: Bool,
        _ images: FolderImageStore
    ) async throws {
        let bound = try MarketFile.read(in: folder).objects
        let name = market?.name ?? bound?.market ?? UUID().uuidString.lowercased()
        let user = market == nil ? bound?.user ?? UUID().uuidString.lowercased() : nil
        guard bound == nil || bound?.market == name else { throw S3OpeningError.otherMarket(place: address) }
        do throws(S3OpeningError) {
            if try await store.mark() == nil {
                guard bound == nil, !hasImages else {
                    throw .imagesAreGone(place: address)
                }
                try await refuseImagesInFolder(images, address)
            }
            try await store.bind(to: S3Mark(market: name, user: market?.place ?? user))
        } catch {
            guard case .unreachable = error, let bound, bound.address == address else { throw error }
            // Lists, and the pictures that are in the folder, are shown without it.
            Logger(label: "openmarket").error("\(error)")
        }
        try MarketFile.change(in: folder) { $0.objects = Binding(market: name, address: address, user: user) }
    }

    private func refuseImagesInFolder(_ images: FolderImageStore, _ address: String) async throws(S3OpeningError) {
        let isEmpty = (try? await images.isEmpty()) ?? true
        guard !isEmpty else { return }
        throw .failed(
            place: address,
            reason: "the market's pictures are in \(folder)/images. Move them with 'openmarket move --from \(folder) "
                + "--to \(address)'"
        )
    }
}

/// Logs what happens to the object store, once it is in use. Before, a command ends with what is wrong.
final class S3EventLog: Sendable {
    private let isOn = Atomic<Bool>(false)

    func begin() { isOn.store(true, ordering: .relaxed) }

    func log(_ event: S3ImageStore.Event) {
        guard isOn.load(ordering: .relaxed) else { return }
        let logger = Logger(label: "openmarket")
        switch event {
        case .unreachable(let reason):
            logger.error(
                "the object store can't be reached: until it can, images that aren't on this machine are refused with 503",
                metadata: ["reason": "\(reason)"]
            )
        case .reachable: logger.notice("the object store can be reached again")
        case .clockIsOff(let seconds):
            logger.error(
                "THIS MACHINE'S CLOCK IS WRONG, compared with the object store's. Requests to it are signed with its time",
                metadata: ["seconds": "\(abs(seconds)) \(seconds > 0 ? "behind" : "ahead")"]
            )
        }
    }
}

extension S3OpeningError {
    fileprivate static func imagesAreGone(place: String) -> S3OpeningError {
        .failed(place: place, reason: "the market's pictures aren't there")
    }
}
