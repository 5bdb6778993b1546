import ArgumentParser
import Foundation
import MarketImages
import MarketModels
import MarketSQLite

/// `openmarket restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a market back from a backup. The server must not be running.",
        discussion: """
            Everything in the backup is compared with its hash first. Products that were listed after the backup are \
            gone, and products that were deleted after it are back. A million ids behind those in the backup are left \
            out, so that no link to a product that is gone ever leads to another; delete tokens are void.

            With --replace, what is in the folder now is kept beside it, in replaced-….
            """
    )

    @Argument(help: ArgumentHelp("The folder with the backup.", valueName: "backup"))
    var backup: String

    @OptionGroup var options: DataOptions

    @Flag(help: "Take the place of a market that is in the folder already.")
    var replace = false

    func run() async throws {
        let manifest = try BackupManifest.read(in: backup)
        let lock: DataFolderLock
        do {
            lock = try DataFolderLock(folder: options.folder)
        } catch {
            throw CommandFailure(error)
        }
        defer { lock.release() }
        let restore = Restore(backup: backup, manifest: manifest, data: options.folder)
        guard replace || !restore.wouldReplace else {
            throw CommandFailure(
                "There is a market in \(options.folder) already. To put the backup in its place, use --replace."
            )
        }
        let outcome = try restore.carryOut()
        let counts = manifest.counts
        print(
            """
            Restored \(counts.products) products, \(counts.vendors) vendors and \(counts.pictures) pictures, as they were \
            on \(manifest.madeAt.ISO8601Format()).
            New products get ids from \(outcome.nextID) on.
            """
        )
        if let folder = outcome.replaced {
            print("What was there before is in \(folder). Delete it when you don't need it.")
        }
        if !manifest.lostPictures.isEmpty {
            print("\(manifest.lostPictures.count) pictures were lost before the backup was made.")
        }
    }
}

/// The putting back of a backup. It blocks.
struct Restore {
    /// What is put together here is not a market yet; while it is there, no market is opened.
    static let stagingName = "restore-unfinished"
    private static let marketFiles = ["market.sqlite", "market.sqlite-wal", "market.sqlite-shm", "images"]

    let backup: String
    let manifest: BackupManifest
    let data: String

    private var staging: String { "\(data)/\(Self.stagingName)" }

    /// Whether a restore into the folder was interrupted.
    static func isUnfinished(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(stagingName)")
    }

    /// Whether there is a market in the folder that no interrupted restore has brought there.
    var wouldReplace: Bool {
        if Self.isUnfinished(in: data) { return false }
        let pictures = PictureFiles(folder: data + "/images")
        return SQLiteProductStore.hasDatabase(in: data)
            || (0..<PictureFiles.partCount).contains { (try? pictures.names(in: $0).isEmpty) != true }
    }

    /// - Returns: the first id that new products get, and where what was there before is now.
    func carryOut() throws -> (nextID: Int64, replaced: String?) {
        try manifest.checkDatabase(in: backup)
        try? FileManager.default.removeItem(atPath: staging)
        try LastingFiles.makeFolder(staging)
        let copy = DatabaseCopy(path: staging + "/market.sqlite")
        try FileManager.default.copyItem(atPath: "\(backup)/\(manifest.database.name)", toPath: copy.path)
        guard chmod(copy.path, 0o600) == 0, try FileDigest.hex(of: copy.path) == manifest.database.digest else {
            throw CommandFailure("\(manifest.database.name) could not be copied.")
        }
        try copyPictures(of: copy)
        let nextID = try copy.prepareForRestore()
        try LastingFiles.sync(copy.path)
        try LastingFiles.sync(staging)
        return (nextID, try takePlace())
    }

    private func copyPictures(of copy: DatabaseCopy) throws {
        let source = PictureFiles(folder: backup + "/images")
        let pictures = PictureFiles(folder: staging + "/images")
        let lost = Set(manifest.lostPictures)
        var progress = ProgressLine(total: Int(manifest.counts.pictures), title: "Restoring pictures")
        var last: PictureName?
        while true {
            let names = try copy.pictures(after: last, limit: Backup.batch)
            for name in names {
                let condition = try pictures.copy(name, from: source, isThorough: true).condition
                guard condition == .whole || lost.contains(name.hexDigits) else {
                    throw CommandFailure(
                        "The backup in \(backup) is damaged: picture \(name.hexDigits) is \(condition). Nothing was changed."
                    )
                }
                progress.advance()
            }
            guard let next = names.last else { break }
            last = next
        }
        for part in 0..<PictureFiles.partCount { try pictures.sync(part: part) }
        progress.end()
    }

    /// The old files away, then the pictures, then the database, without which nothing is opened; the staging folder
    /// goes last.
    private func takePlace() throws -> String? {
        let there = Self.marketFiles.filter { FileManager.default.fileExists(atPath: "\(data)/\($0)") }
        var replaced: String?
        if !there.isEmpty {
            let folder = "\(data)/replaced-\(LastingFiles.stamp(Date()))"
            try LastingFiles.makeFolder(folder)
            for name in there { try LastingFiles.rename("\(data)/\(name)", to: "\(folder)/\(name)") }
            try LastingFiles.sync(folder)
            replaced = folder
        }
        for name in ["images", "market.sqlite"] where FileManager.default.fileExists(atPath: "\(staging)/\(name)") {
            try LastingFiles.rename("\(staging)/\(name)", to: "\(data)/\(name)")
        }
        try LastingFiles.sync(data)
        try FileManager.default.removeItem(atPath: staging)
        try LastingFiles.sync(data)
        return replaced
    }
}
