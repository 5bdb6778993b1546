import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketS3
import MarketSQLite

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a market from a backup. The server must not be running.",
        discussion: """
            Everything in the backup is compared with its hash first. Products that were listed after the backup are \
            gone, and products that were deleted after it are back. A million ids or more behind those in the backup are \
            left out, so that no link to a product that is gone ever leads to another; delete tokens are void.

            With --replace, what is in the folder now is kept beside it, in replaced-….

            If the pictures were in an object store, they stay there, and what is missing is copied there from the backup. \
            Only one market uses them, so --take-over is needed unless this is the folder of the market of which the backup was \
            made. With --images-to-folder, they come into the folder, and the objects stay as a copy: so a backup can be tried \
            beside its market.
            """
    )

    @Argument(help: ArgumentHelp("The folder with the backup.", valueName: "backup"))
    var backup: String

    @OptionGroup var options: DataOptions

    @Flag(help: "Replace a market that is already in the folder.")
    var replace = false

    @Flag(name: .customLong("images-to-folder"), help: "Put pictures into the folder that were in an object store.")
    var toFolder = false

    @Flag(
        name: .customLong("take-over"),
        help:
            "Use the pictures in the object store from now on. The market that used them before doesn't start any more."
    )
    var takesOver = false

    func validate() throws {
        guard !takesOver || !toFolder else {
            throw ValidationError("With --images-to-folder, no pictures are taken over. Leave out one of the two.")
        }
    }

    func run() async throws {
        let data = try options.folder()
        if let misuse = BackupManifest.misuse(of: data) { throw misuse }
        if try PostgresMarket.isBound(data) { throw PostgresMarket.noCopies(data) }
        // A backup into the folder removes what only the one before has, which would look damaged here.
        guard let hold = FolderHold(backup) else {
            throw CommandFailure("A backup into \(backup) is being made. Wait until it has ended, or end it.")
        }
        defer { hold.end() }
        let manifest = try BackupManifest.read(in: backup)
        try DatabaseCopy(path: "\(backup)/\(manifest.database.name)").refuseOtherSchema()
        try DataFolderLock.refuseOtherFiles(in: data)
        let lock = try DataFolderLock(folder: data)
        defer { lock.release() }
        let restore = Restore(backup: backup, manifest: manifest, data: data)
        guard replace || !restore.wouldReplace else {
            throw CommandFailure(
                "There is a market in \(data) already. To put the backup in its place, use --replace."
            )
        }
        guard !restore.imagesAreADisk else {
            throw CommandFailure(
                """
                \(data)/images is a disk of its own, which can't be put aside. Nothing was changed. Unmount it, or restore into \
                another folder with --data.
                """
            )
        }
        let bound = try restore.interruptedBinding ?? MarketFile.read(in: data).objects
        let bucket =
            toFolder
            ? nil
            : manifest.bucket.map { bucket in
                S3Images.Binding(
                    market: bucket.market,
                    address: bucket.address,
                    user: bound?.market == bucket.market ? bound?.user : UUID().uuidString.lowercased()
                )
            }
        let outcome: (nextID: Int64, replaced: String?)
        do {
            outcome =
                if let bucket {
                    try await S3Images.withStore(at: bucket.address, folder: data) { store in
                        try await store.bind(to: S3Mark(market: bucket.market, user: takesOver ? nil : bucket.user))
                        return try await restore.perform(into: (bucket, store))
                    }
                } else { try await restore.perform(into: nil) }
        } catch MarketError.storageFull, CocoaError.fileWriteOutOfSpace {
            throw CommandFailure("The disk with \(data) is full. Free up some space and restore the backup again.")
        }
        let counts = manifest.counts
        print(
            """
            Restored \(counts.text) into \(data), as they were \
            on \(manifest.madeAt.ISO8601Format()).
            New products get ids from \(outcome.nextID) on.
            What was ended, blocked, erased or removed since then is as it was, too: browsers of sellers, listings, operators.
            """
        )
        if let bucket { print("The pictures are in \(bucket.address). Start the server with --images.") }
        if let folder = outcome.replaced {
            print("What was there before is in \(folder). Delete it when you don't need it.")
        }
        if !manifest.lostImages.isEmpty {
            print("\(manifest.lostImages.count) pictures were lost before the backup was made.")
        }
    }
}

/// The restoration of a backup. It blocks while files are copied.
struct Restore {
    /// The folder in which a restored market is assembled. Until all of it is there, nothing else is changed.
    static let stagingName = "restore-preparing"
    /// Exists while files are moved, with where the images are if that is in an object store, which knows no other database of
    /// this market by then. Until it is removed, no market is opened.
    private static let markerName = "restore-unfinished"
    private static let replacedStart = "replaced-"
    /// The images come first, because a folder on which something is mounted can't be moved.
    /// A log precedes its database: a restore that is repeated after it was interrupted between them reads that without it, which
    /// makes an empty log.
    private static let marketFiles = [
        "images", "market.sqlite-wal", "market.sqlite-shm", "market.sqlite", MarketFile.name,
        DemoMarket.markerName,
    ]

    let backup: String
    let manifest: BackupManifest
    let data: String

    private var staging: String { "\(data)/\(Self.stagingName)" }
    private var marker: String { "\(data)/\(Self.markerName)" }

    /// Returns whether a restore into the folder was interrupted when the market there was no longer whole.
    static func isUnfinished(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(markerName)")
    }

    /// Removes what a restore had copied that was interrupted before it changed anything.
    static func removeLeftovers(in folder: String) {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(stagingName)")
    }

    /// Where the images are that an interrupted restore has bound to the folder, or nil if there are none.
    var interruptedBinding: S3Images.Binding? {
        get throws(CommandFailure) { try MarketFile.read(in: marker).objects }
    }

    /// Whether the folder has a market that doesn't come from an interrupted restore.
    var wouldReplace: Bool {
        if Self.isUnfinished(in: data) { return false }
        let images = ImageFiles(folder: data + "/images")
        return SQLiteProductStore.hasMarket(in: data) || (try? images.count()) != 0
    }

    /// Whether a disk is mounted where the images are. It couldn't be renamed. The market's folder may be a link to another disk.
    var imagesAreADisk: Bool {
        func disk(_ path: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.systemNumber] as? Int
        }
        let folder = URL(filePath: data).resolvingSymlinksInPath().path
        return disk(data + "/images").map { $0 != disk(folder) } ?? false
    }

    /// - Parameter bucket: the object store that gets the images; nil for the folder.
    /// - Returns: The first id of new products, and the folder of the replaced files, nil if there were none.
    func perform(
        into bucket: (binding: S3Images.Binding, store: S3ImageStore)?
    ) async throws -> (nextID: Int64, replaced: String?) {
        try manifest.checkDatabase(in: backup)
        Self.removeLeftovers(in: data)
        defer { Self.removeLeftovers(in: data) }
        try SyncedFiles.makeFolder(staging)
        let copy = DatabaseCopy(path: staging + "/market.sqlite")
        try FileManager.default.copyItem(atPath: "\(backup)/\(manifest.database.name)", toPath: copy.path)
        guard chmod(copy.path, 0o600) == 0, try FileDigest.hex(of: copy.path) == manifest.database.digest else {
            throw CommandFailure("\(manifest.database.name) could not be copied.")
        }
        if let bucket {
            try await send(imagesOf: copy, to: bucket.store)
            try MarketFile.change(in: staging) { $0.objects = bucket.binding }
        } else {
            try await copyImages(of: copy)
        }
        let nextID = try copy.prepareForRestore(inPlaceOf: earlierDatabases)
        try SyncedFiles.sync(copy.path)
        try SyncedFiles.sync(staging)
        let isRepeated = Self.isUnfinished(in: data)
        try SyncedFiles.makeFolder(marker)
        if let bucket, let user = bucket.binding.user {
            do {
                try MarketFile.change(in: marker) { $0.objects = bucket.binding }
                try await bucket.store.setMark(S3Mark(market: bucket.binding.market, user: user))
            } catch {
                // Nothing was moved yet, so the market that is there can be served.
                if !isRepeated { try? FileManager.default.removeItem(atPath: marker) }
                throw error
            }
        }
        try SyncedFiles.sync(data)
        do {
            return (nextID, try moveIntoPlace())
        } catch {
            if !isRepeated, bucket == nil { removeMarkerIfNothingIsMoved() }
            throw error
        }
    }

    private func send(imagesOf copy: DatabaseCopy, to store: S3ImageStore) async throws {
        let copies = BucketCopies(store: store, folder: backup + "/images")
        let known = Set(manifest.lostImages)
        let progress = ProgressLine(total: Int(manifest.counts.images), title: "Restoring pictures")
        try await copy.forEachBatch { names in
            let lost = try await copies.send(names) { progress.advance() }.lost
            if let name = lost.first(where: { !known.contains($0.hexDigits) }) {
                throw CommandFailure(
                    "The backup in \(backup) is damaged: picture \(name.hexDigits) isn't what was written. Nothing was changed."
                )
            }
        }
        progress.end()
    }

    private func copyImages(of copy: DatabaseCopy) async throws {
        let source = ImageFiles(folder: backup + "/images")
        let images = ImageFiles(folder: staging + "/images")
        let lost = Set(manifest.lostImages)
        let progress = ProgressLine(total: Int(manifest.counts.images), title: "Restoring pictures")
        try await copy.forEachBatch { names in
            for name in names {
                let condition = try images.copy(name, from: source, isThorough: true)
                guard condition == .whole || lost.contains(name.hexDigits) else {
                    throw CommandFailure(
                        "The backup in \(backup) is damaged: picture \(name.hexDigits) is \(condition). Nothing was changed."
                    )
                }
                progress.advance()
            }
        }
        try images.sync()
        progress.end()
    }

    /// The databases that the folder has, and those that restores have put aside: the backup may have been restored before.
    private var earlierDatabases: [DatabaseCopy] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
        let folders = [data] + names.filter { $0.hasPrefix(Self.replacedStart) }.map { "\(data)/\($0)" }
        return folders.map { DatabaseCopy(path: $0 + "/market.sqlite") }
    }

    /// What was in the folder when a restore began to move files. One that is repeated goes by it: whatever else is there by then
    /// has come from a backup.
    private struct Replaced: Codable {
        /// The name of the folder in which it is put aside; nil if there was nothing.
        var folder: String?
        var files: [String]
    }

    private var replacedNote: String { "\(marker)/replaced.json" }

    /// What an interrupted restore has written down, or nil if it has moved nothing.
    private var earlierReplaced: Replaced? {
        get throws {
            try FileManager.default.contents(atPath: replacedNote).map {
                try JSONDecoder().decode(Replaced.self, from: $0)
            }
        }
    }

    /// Writes down what is put aside, and where.
    private func noteReplaced() throws -> Replaced {
        let files = Self.marketFiles.filter { FileManager.default.fileExists(atPath: "\(data)/\($0)") }
        var replaced = Replaced(files: files)
        if !files.isEmpty {
            replaced.folder = URL(filePath: SyncedFiles.newPath("\(data)/\(Self.replacedStart)")).lastPathComponent
        }
        try JSONEncoder().encode(replaced).write(to: URL(filePath: replacedNote), options: .atomic)
        for path in [replacedNote, marker] { try SyncedFiles.sync(path) }
        return replaced
    }

    /// Lets the market be opened that is still there.
    private func removeMarkerIfNothingIsMoved() {
        if let replaced = try? earlierReplaced {
            guard let name = replaced.folder else { return }
            let folder = "\(data)/\(name)"
            guard (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty != false else { return }
            try? FileManager.default.removeItem(atPath: folder)
        }
        try? FileManager.default.removeItem(atPath: marker)
    }

    /// Moves the old files away, then the images into place, then the database, without which nothing is opened. The
    /// marker is removed last, in one step.
    private func moveIntoPlace() throws -> String? {
        let replaced = try earlierReplaced ?? noteReplaced()
        let folder = replaced.folder.map { "\(data)/\($0)" }
        // Also at a repetition: after a power cut, the folder may not be there.
        if let folder {
            try SyncedFiles.makeFolder(folder)
            try SyncedFiles.sync(data)
        }
        for name in Self.marketFiles where FileManager.default.fileExists(atPath: "\(data)/\(name)") {
            if let folder, replaced.files.contains(name),
                !FileManager.default.fileExists(atPath: "\(folder)/\(name)")
            {
                try SyncedFiles.rename("\(data)/\(name)", to: "\(folder)/\(name)")
            } else {
                try FileManager.default.removeItem(atPath: "\(data)/\(name)")
            }
        }
        if let folder { try SyncedFiles.sync(folder) }
        for name in ["images", MarketFile.name, "market.sqlite"]
        where FileManager.default.fileExists(atPath: "\(staging)/\(name)") {
            try SyncedFiles.rename("\(staging)/\(name)", to: "\(data)/\(name)")
        }
        try SyncedFiles.sync(data)
        try SyncedFiles.rename(marker, to: "\(staging)/\(Self.markerName)")
        try SyncedFiles.sync(data)
        return folder
    }
}
