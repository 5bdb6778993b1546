import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketS3
import MarketSQLite
import MarketServer

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy a market into a folder, while the server runs or not.",
        discussion: """
            Made again into the same folder, only new pictures are copied; until it is complete, the backup before stays \
            valid. Every picture is compared with its hash when it is copied. Restore it with 'openmarket restore'.

            Pictures in an object store are copied from there. It is written down where they were, so that a restore leaves \
            them there.

            Exits with 2 when the backup was made but pictures were missing or damaged in the market itself.
            """
    )

    @Argument(help: ArgumentHelp("The folder for the backup; created if it doesn't exist.", valueName: "folder"))
    var folder: String

    @OptionGroup var options: DataOptions

    @Flag(help: "Compare the pictures that are in the backup already with the market's, too, and not only their sizes.")
    var verify = false

    func run() async throws {
        let data = try options.existingMarket()
        try validateFolder(data)
        let lock: DataFolderLock
        do {
            try DatabaseCopy(path: data + "/market.sqlite").refuseOtherSchema()
            lock = try DataFolderLock(folder: folder)
        } catch {
            switch error {
            case .folderInUse:
                throw CommandFailure("Another backup into \(folder) is being made, or it is being restored.")
            case .folderNotWritable(_, let reason):
                throw CommandFailure(
                    "Can't write to \(folder): \(reason). The user to whom the market belongs must be able to, also if root runs the command."
                )
            default: throw error
            }
        }
        defer { lock.release() }
        try refuseOtherMarket(data)
        let bucket = try MarketFile.read(in: data).objects
        // It only reads, also where a copy of the market has taken the pictures over.
        var readable = bucket
        readable?.user = nil
        let (manifest, keptCount): (BackupManifest, Int)
        do {
            (manifest, keptCount) = try await S3Images.withImages(of: readable, folder: data) { objects in
                try await Backup(data: data, folder: folder, isThorough: verify, bucket: bucket, objects: objects)
                    .make()
            }
        } catch MarketError.storageFull, CocoaError.fileWriteOutOfSpace {
            throw CommandFailure(
                "The disk with \(folder) is full. Free up some space and make the backup again. The one before, if there is one, stays."
            )
        }
        print("Backed up \(manifest.counts.text) of \(data).")
        for (count, place) in [(manifest.lostImages.count, "not in the backup"), (keptCount, "in the backup only")]
        where count > 0 {
            Terminal.note(
                """
                \(count) pictures are missing or damaged in the market itself and are \(place). 'openmarket check' lists \
                them.
                """
            )
        }
        if !manifest.lostImages.isEmpty || keptCount > 0 { throw ExitCode(2) }
    }

    /// Refuses folders with other content, which a backup must never mix with.
    private func validateFolder(_ data: String) throws {
        let (own, other) = (Self.realPath(folder), Self.realPath(data))
        if own == other || own.hasPrefix(other + "/") || other.hasPrefix(own + "/") {
            throw CommandFailure(
                "The backup can't be in the market's own folder, nor around it. Choose another folder."
            )
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let isBackup = names.contains(BackupManifest.fileName) || names.contains(Backup.marker)
        // A backup also begins on a disk of its own.
        guard isBackup || names.allSatisfy({ $0.hasPrefix(".") || ["lock", "lost+found"].contains($0) }) else {
            throw CommandFailure("\(folder) isn't empty and isn't a backup. Choose another folder.")
        }
    }

    /// Refuses a folder with the backup of another market, of which nothing would be left: after a wrong --data, or where an empty
    /// market has begun because the disk with the other one wasn't there.
    private func refuseOtherMarket(_ data: String) throws {
        // What is incomplete or damaged, a new backup replaces.
        guard let manifest = try? BackupManifest.read(in: folder) else { return }
        let copy = DatabaseCopy(path: "\(folder)/\(manifest.database.name)")
        do {
            try copy.refuseOtherSchema()
            guard try !copy.isCopy(of: data) else { return }
        } catch let error as StoreOpeningError {
            throw error
        } catch {
            return
        }
        throw CommandFailure(
            """
            \(folder) has the backup of another market than the one in \(data): \(manifest.counts.text), of \
            \(manifest.madeAt.ISO8601Format()). Nothing was changed. Give the market's folder with --data, or choose another \
            folder for the backup.
            """
        )
    }

    private static func realPath(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
    }
}

/// The creation of a backup. It blocks while files are copied.
struct Backup {
    /// The name of the file that marks a folder as a backup's from the beginning.
    static let marker = "backup"
    /// The number of times that the database is copied because images were deleted meanwhile.
    private static let attempts = 5

    let data: String
    let folder: String
    let isThorough: Bool
    /// Where the images are, if they are in an object store.
    let bucket: S3Images.Binding?
    /// The images, if they are in an object store.
    let objects: S3ImageStore?

    private var source: ImageFiles { ImageFiles(folder: data + "/images") }
    private var images: ImageFiles { ImageFiles(folder: folder + "/images") }

    /// - Returns: the manifest, and the number of images that are whole in the backup only, which the market still shows.
    func make() async throws -> (manifest: BackupManifest, keptCount: Int) {
        guard FileManager.default.createFile(atPath: "\(folder)/\(Self.marker)", contents: Data()) else {
            throw CommandFailure("Can't write to \(folder).")
        }
        let sound = try await copyAllImages()
        for attempt in 1...Self.attempts {
            let copy = DatabaseCopy(path: SyncedFiles.newPath("\(folder)/market-", ending: ".sqlite"))
            do {
                try copy.make(of: data)
            } catch MarketError.damaged(let reason) {
                throw CommandFailure(
                    "The database is damaged, so no backup was made (\(reason)). The backup before, if there is one, stays."
                )
            }
            let missing = try await copyRemainingImages(of: copy, besides: sound)
            // The backup may still have an intact copy of an image that the market has lost.
            let lost = try missing.filter { try images.conditions(of: $0).values.contains { $0 != .whole } }
            // An image that was deleted after the database was copied isn't in a newer copy of the database.
            if attempt < Self.attempts, try stillShown(lost).count < lost.count {
                try FileManager.default.removeItem(atPath: copy.path)
                continue
            }
            let kept = try stillShown(missing.subtracting(lost))
            return (try finish(copy, lost: lost), kept.count)
        }
        throw CommandFailure("The backup could not be finished.")
    }

    /// Copies the images that exist now. This takes long the first time, so it precedes the database.
    ///
    /// - Returns: the images that the market has, and that are whole as far as they were compared.
    private func copyAllImages() async throws -> Set<ImageName> {
        let parts = objects.map { 0..<$0.partCount } ?? ImageFiles.parts
        var total = 0
        for part in parts { total += try await names(in: part).count }
        let progress = ProgressLine(total: total, title: "Copying pictures")
        var sound: Set<ImageName> = []
        for part in parts {
            let names = try await names(in: part)
            // A damaged or just deleted image matters only if the database names it.
            let missing = try await copyImages(names, isThorough: isThorough) { progress.advance() }
            sound.formUnion(names.subtracting(missing))
        }
        progress.end()
        return sound
    }

    private func names(in part: Int) async throws -> Set<ImageName> {
        if let objects { return try await objects.completeNames(in: part) }
        return try source.names(in: part)
    }

    /// Copies the images that a product shows, besides those that have been copied.
    ///
    /// - Returns: those that are missing or damaged in the market itself.
    private func copyRemainingImages(
        of copy: DatabaseCopy,
        besides sound: Set<ImageName>
    ) async throws -> Set<ImageName> {
        var missing: Set<ImageName> = []
        try await copy.forEachBatch { names in
            missing.formUnion(try await copyImages(names.filter { !sound.contains($0) }, isThorough: true))
        }
        try images.sync()
        return missing
    }

    /// - Returns: those that are missing or damaged in the market itself.
    private func copyImages(
        _ names: some Collection<ImageName>,
        isThorough: Bool,
        _ advance: () -> Void = {}
    ) async throws -> [ImageName] {
        if let objects {
            let copies = BucketCopies(store: objects, folder: folder + "/images")
            return try await copies.fetch(names, isThorough: isThorough, advance)
        }
        return try names.filter { name in
            defer { advance() }
            return try images.copy(name, from: source, isThorough: isThorough) != .whole
        }
    }

    private func stillShown(_ names: Set<ImageName>) throws -> Set<ImageName> {
        guard !names.isEmpty else { return [] }
        return names.subtracting(try DatabaseCopy(path: data + "/market.sqlite").unusedImages(among: names))
    }

    private func finish(_ copy: DatabaseCopy, lost: Set<ImageName>) throws -> BackupManifest {
        let name = URL(filePath: copy.path).lastPathComponent
        try SyncedFiles.sync(copy.path)
        try SyncedFiles.sync(folder)
        let attributes = try FileManager.default.attributesOfItem(atPath: copy.path)
        let manifest = BackupManifest(
            format: BackupManifest.currentFormat,
            madeAt: Date(),
            version: MarketVersion.text,
            database: .init(
                name: name,
                byteCount: (attributes[.size] as? Int) ?? 0,
                digest: try FileDigest.hex(of: copy.path)
            ),
            counts: try copy.counts(),
            lostImages: lost.map(\.hexDigits).sorted(),
            bucket: bucket.map { .init(market: $0.market, address: $0.address) }
        )
        try manifest.write(in: folder)
        try removeObsoleteFiles(copy, name: name)
        return manifest
    }

    /// Removes files that only the previous database needs. The manifest already names the new one.
    private func removeObsoleteFiles(_ copy: DatabaseCopy, name: String) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: folder)
        where file.hasPrefix("market-") && file.contains(".sqlite") && file != name {
            try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
        for part in ImageFiles.parts {
            try images.remove(copy.unusedImages(among: try images.names(in: part)))
        }
    }
}
