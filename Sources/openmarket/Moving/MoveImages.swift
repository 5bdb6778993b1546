import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketPostgres
import MarketS3
import MarketSQLite

/// The move of a market's images from its folder to an object store. The database stays where it is.
///
/// Which place the servers use is decided by one step at the end, the mark in the bucket, so the images are at exactly one
/// place, or servers refuse to start until the move is run again.
struct MoveImages {
    let folder: String
    let address: String
    /// The address of the database, if it is in PostgreSQL.
    let database: String?

    func perform() async throws {
        guard try SQLiteProductStore.hasMarket(in: folder) || PostgresMarket.isBound(folder) else {
            throw CommandFailure(
                "There's no market in \(folder). Give its folder with --from, as for 'openmarket serve'."
            )
        }
        let file = try MarketFile.read(in: folder)
        if let binding = file.objects {
            throw CommandFailure("The pictures of the market in \(folder) are in \(binding.address) already.")
        }
        let record = try await recordedPlace()
        let market = file.movingToObjects ?? file.postgres ?? UUID().uuidString.lowercased()
        try await withStore { store, lock in
            let begin = ContinuousClock.now
            // An earlier run may have been stopped between the last two steps.
            let mark = try await store.mark()
            // Before the bucket has its mark: a move that is repeated knows by this that the mark is its own.
            if mark == nil { try MarketFile.change(in: folder) { $0.movingToObjects = market } }
            if file.movingToObjects == nil || mark?.market != market || mark?.state != .used {
                try await store.bind(to: S3Mark(market: market, state: .copying))
            }
            try MarketFile.change(in: folder) { $0.movingToObjects = market }
            if lock != nil { try await record?.set(.moving) }
            let outcome = try await copyAll(to: store)
            guard lock != nil else { try showCopied(outcome, in: .now - begin) }
            try await removeDeleted(from: store, by: images(isRecorded: record != nil))
            try await record?.set(.objects(address: address))
            let user = try await record?.database() ?? UUID().uuidString.lowercased()
            try await store.setMark(S3Mark(market: market, user: user))
            try MarketFile.change(in: folder) { file in
                file.objects = S3Images.Binding(market: market, address: address, user: record == nil ? user : nil)
                file.movingToObjects = nil
            }
            show(outcome, in: .now - begin)
            print("Start the server with --images now. The pictures in \(folder)/images are kept as a copy.")
        }
    }

    private var files: ImageFiles { ImageFiles(folder: folder + "/images") }

    private func copyAll(to store: S3ImageStore) async throws -> BucketCopies.Outcome {
        let copies = BucketCopies(store: store, folder: folder + "/images")
        var outcome = BucketCopies.Outcome()
        let progress = ProgressLine(total: try files.count(), title: "Copying pictures")
        defer { progress.end() }
        for part in ImageFiles.parts {
            let copied = try await copies.send(files.names(in: part)) { progress.advance() }
            outcome.imageCount += copied.imageCount
            outcome.copiedCount += copied.copiedCount
            outcome.lost += copied.lost
        }
        return outcome
    }

    /// Removes images from the object store that were deleted after an earlier run had copied them. What a product shows stays,
    /// also if it is in the object store only.
    private func removeDeleted(from store: S3ImageStore, by market: any CheckedImages) async throws {
        for part in 0..<store.partCount {
            let gone = try await store.names(in: part).filter { try files.file(of: $0, .full) == nil }
            if !gone.isEmpty { try await store.remove(market.unusedImages(among: gone)) }
        }
    }

    /// Returns what a database in PostgreSQL says about the place, or nil if the database is in the folder.
    private func recordedPlace() async throws -> RecordedImagePlace? {
        guard let name = try MarketFile.read(in: folder).postgres else { return nil }
        guard let database else { throw PostgresMarket.needsServer(folder) }
        let record = try RecordedImagePlace(address: database)
        guard try await record.market() == name else {
            throw CommandFailure("The pictures in \(folder) belong to a market in another database.")
        }
        return record
    }

    /// Returns what tells which images the market shows.
    private func images(isRecorded: Bool) throws -> any CheckedImages {
        if isRecorded, let database { return PostgresCheck(settings: try PostgresSettings(address: database)) }
        return DatabaseCopy(path: folder + "/market.sqlite")
    }

    /// Calls `body` with the store, and with the lock of the folder unless a server is using it.
    private func withStore(_ body: (S3ImageStore, DataFolderLock?) async throws -> Void) async throws {
        let lock = try DataFolderLock.unlessInUse(folder)
        defer { lock?.release() }
        try await S3Images.withStore(at: address, folder: folder) { store in
            do {
                try await body(store, lock)
            } catch let error as MarketError {
                throw CommandFailure("The pictures can't be moved: \(error). Run the command again.")
            }
        }
    }

    private func show(_ outcome: BucketCopies.Outcome, in time: Duration) {
        print(
            """
            Moved \(outcome.imageCount) pictures, \(outcome.copiedCount) of them by this run; nothing could be changed for \
            \(time.inSeconds).
            """
        )
        guard !outcome.lost.isEmpty else { return }
        print("\(outcome.lost.count) pictures are missing or damaged and weren't moved. 'openmarket check' lists them:")
        for name in outcome.lost { print("  \(name.hexDigits)") }
    }

    private func showCopied(_ outcome: BucketCopies.Outcome, in time: Duration) throws -> Never {
        print(
            """
            Copied the pictures up to now (\(outcome.imageCount), in \(time.inSeconds)), while the server is running.
            Stop all servers and run the same command again. It then copies what has changed meanwhile.
            """
        )
        throw ExitCode(2)
    }
}

extension S3Images {
    /// Gives the images in an object store the name that their market has after a move, and its database.
    static func rename(_ folder: String, to market: String, in database: String) async throws {
        guard let binding = try MarketFile.read(in: folder).objects, binding.market != market else { return }
        try await withStore(at: binding.address, folder: folder) { store in
            let renamed = S3Mark(market: market, user: database)
            if try await store.mark() != renamed {
                guard try await store.checkMark(S3Mark(market: binding.market, user: binding.user)) != nil else {
                    throw S3OpeningError.otherMarket(place: binding.address)
                }
                try await store.setMark(renamed)
            }
            try MarketFile.change(in: folder) { $0.objects = Binding(market: market, address: binding.address) }
        }
    }
}
