import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketPostgres
import MarketS3
import MarketSQLite
import MarketServer

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a market for damage, and repair what can be repaired.",
        discussion: """
            Checks the whole database (its pages and indexes, every product, counts, ranks, search indexes) and \
            compares every picture with its hash. Works whether or not the server is running; --repair needs it stopped.

            Repaired are SQLite's indexes, counts, ranks and search indexes, thumbnails whose picture is whole; pictures \
            that no product uses go to the trash. Stored content comes back only from a backup.

            Of a market in PostgreSQL, --repair mends only the pictures, with the server of the folder stopped; others may \
            run. Its database is restored from a backup. PostgreSQL's pg_amcheck checks its pages and indexes.

            Exits with 0 when all is in order, 2 when something is wrong and left so, and 1 when it can't be looked at.
            """
    )

    @Flag(help: "Repair what can be repaired.")
    var repair = false

    @OptionGroup var options: DataOptions

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        if try PostgresMarket.isBound(options.folder()) { return try await checkPostgres(options.folder()) }
        let folder = try options.existingMarket()
        let lock: DataFolderLock? = repair ? try DataFolderLock(folder: folder) : try Self.lock(folder)
        defer { lock?.release() }
        var database = try await checkDatabase(folder, isThrottled: lock == nil)
        let copy = DatabaseCopy(path: folder + "/market.sqlite")
        var images = try await checkImages(folder, copy, isReadable: database.isReadable)
        if repair, let lock {
            if database.isReadable, !database.findings.isEmpty {
                try await repairDatabase(lock)
                database = try await checkDatabase(folder, isThrottled: false)
            }
            if database.isReadable, images.refusal == nil {
                // If stored content is damaged, the products that use an image may be missing.
                let areReferencesKnown = !database.findings.contains(where: \.stopsWrites)
                images = try await repairImages(images, removesUnused: areReferencesKnown, lock)
            }
        }
        try conclude(database, images)
    }

    /// Locks a folder, unless a server is using it, or its disk can only be read, as after an error: nothing changes there, either.
    private static func lock(_ folder: String) throws -> DataFolderLock? {
        do {
            return try .unlessInUse(folder)
        } catch StoreOpeningError.folderNotWritable(_, SystemError(number: EROFS).description) {
            return nil
        }
    }

    private func checkPostgres(_ folder: String) async throws {
        guard let address = try database.unpooledAddress() else { throw PostgresMarket.needsServer(folder) }
        let lock: DataFolderLock? = repair ? try DataFolderLock(folder: folder) : nil
        defer { lock?.release() }
        let market = try PostgresMarketCheck(folder: folder, address: address)
        defer { market.check.close() }
        let findings = try await market.run()
        var images = try await checkImages(
            folder,
            market.check,
            user: RecordedImagePlace(address: address).database(),
            isReadable: findings != nil
        )
        // If the database is damaged, products that use an image may be missing.
        if let lock, findings?.isEmpty == true, images.refusal == nil {
            images = try await repairImages(images, database: address, lock)
        }
        if findings?.isEmpty != true || !images.lost.isEmpty {
            print("Restore what is damaged from a backup: pg_dump's, and the copy of the pictures.")
            throw ExitCode(2)
        }
        try conclude(DatabaseReport(), images)
    }

    // MARK: Database

    private struct DatabaseReport {
        var findings: [DatabaseFinding] = []
        /// Whether the products can be read.
        var isReadable = true
    }

    private func checkDatabase(_ folder: String, isThrottled: Bool) async throws -> DatabaseReport {
        let line = StatusLine()
        var report = DatabaseReport()
        do {
            let outcome = try await DatabaseCheck(folder: folder).run(pace: isThrottled ? CheckPace() : nil) {
                step,
                count in
                line.show(count.map { "\(step): \($0)" } ?? step)
            }
            line.end()
            report.findings = outcome.findings
            for step in outcome.unfinished { print("incomplete because of concurrent writes: \(step)") }
            print("Database: \(outcome.productCount) products read, \(Self.describe(report.findings.count))")
        } catch MarketError.damaged(let reason) {
            line.end()
            report = DatabaseReport(findings: [], isReadable: false)
            print("Database: it can't be read (\(reason))")
        } catch {
            line.end()
            throw CommandFailure("The database can't be checked: \(error).")
        }
        for finding in report.findings {
            print("  \(finding.text)\(finding.isRepairable ? " (can be repaired)" : "")")
        }
        return report
    }

    private func repairDatabase(_ lock: DataFolderLock) async throws {
        let line = StatusLine()
        defer { line.end() }
        do {
            let store = try await SQLiteProductStore(lock: lock, migrates: false)
            try await store.repair { line.show("repairing; products to search again: \($0)") }
            try await store.close()
        } catch let error as MarketError {
            line.end()
            print("The database could not be repaired: \(error).")
        }
    }

    // MARK: Images

    private struct LostImage {
        let name: ImageName
        let rendition: ImageFile.Size
        let condition: ImageCondition
    }

    private struct ImageReport {
        var count = 0
        var lost: [LostImage] = []
        /// Why a server can't use the images; nil if it can.
        var refusal: S3OpeningError?
    }

    /// - Parameter user: what tells the database from its copies; nil if the folder says it.
    private func checkImages(
        _ folder: String,
        _ names: some CheckedImages,
        user: String? = nil,
        isReadable: Bool
    ) async throws -> ImageReport {
        guard isReadable else { return ImageReport() }
        let report: ImageReport
        do {
            if let binding = try MarketFile.read(in: folder).objects {
                report = try await S3Images.withStore(at: binding.address, folder: folder) { store in
                    var refusal: S3OpeningError?
                    do throws(S3OpeningError) {
                        try await store.checkMark(S3Mark(market: binding.market, user: user ?? binding.user))
                    } catch {
                        guard case .otherUser = error else { throw error }
                        refusal = error
                    }
                    var report = try await compare(names, atOnce: 16) { try await store.conditions(of: $0) }
                    report.refusal = refusal
                    return report
                }
            } else {
                let files = ImageFiles(folder: folder + "/images")
                report = try await compare(names, atOnce: 1) { try files.conditions(of: $0) }
            }
        } catch MarketError.unreachable(let reason), MarketError.unavailable(let reason) {
            throw CommandFailure("The pictures can't be checked: \(reason).")
        } catch let error as MarketError {
            print("Pictures: which there should be can't be read (\(error))")
            return ImageReport()
        }
        print("Pictures: \(report.count) compared with their hashes, \(Self.describe(report.lost.count))")
        for image in report.lost {
            print("  \(image.name.hexDigits) (\(image.rendition)) is \(image.condition)")
        }
        if let refusal = report.refusal { print(refusal) }
        return report
    }

    /// - Parameter conditions: reads both renditions of an image and compares them with their hashes.
    private func compare(
        _ source: some CheckedImages,
        atOnce: Int,
        _ conditions: @escaping @Sendable (ImageName) async throws -> [ImageFile.Size: ImageCondition]
    ) async throws -> ImageReport {
        var report = ImageReport()
        let progress = ProgressLine(total: try await source.imageCount(), title: "Comparing pictures")
        try await source.forEachBatch { names in
            var found: [ImageName: [ImageFile.Size: ImageCondition]] = [:]
            try await names.forEach(atOnce: atOnce, conditions) { name, conditions in
                found[name] = conditions
                progress.advance()
            }
            for name in names { report.lost += try await lost(name, found[name] ?? [:], source) }
            report.count += names.count
        }
        progress.end()
        return report
    }

    private func lost(
        _ name: ImageName,
        _ conditions: [ImageFile.Size: ImageCondition],
        _ source: some CheckedImages
    ) async throws -> [LostImage] {
        var lost: [LostImage] = []
        for (rendition, condition) in conditions where condition != .whole {
            lost.append(LostImage(name: name, rendition: rendition, condition: condition))
        }
        // An image that was deleted meanwhile isn't lost.
        if !lost.isEmpty, try await !source.unusedImages(among: [name]).isEmpty { return [] }
        return lost
    }

    /// Regenerates thumbnails from intact images, and moves images that no product uses to the trash.
    ///
    /// - Parameter database: the address of the database, unless it is in the folder.
    private func repairImages(
        _ report: ImageReport,
        removesUnused: Bool = true,
        database: String? = nil,
        _ lock: DataFolderLock
    ) async throws -> ImageReport {
        let market = try await OpenedMarket(
            lock: lock,
            database: database,
            objects: MarketFile.read(in: lock.folder).objects?.address
        )
        let processor = try VipsImageProcessor(workers: OpenedMarket.imageWorkers())
        var remaining = report
        remaining.lost = []
        let lostFulls = Set(report.lost.filter { $0.rendition == .full }.map(\.name))
        for lost in report.lost {
            guard lost.rendition == .thumbnail, !lostFulls.contains(lost.name),
                let full = try await market.images.find(lost.name, .full),
                let bytes = FileManager.default.contents(atPath: full.path),
                let made = try? await processor.process(
                    UploadedImage(path: full.path, byteCount: full.byteCount),
                    for: .unknown
                )
            else {
                remaining.lost.append(lost)
                continue
            }
            try await market.images.save(
                ProcessedImage(
                    name: lost.name,
                    width: made.width,
                    height: made.height,
                    full: Array(bytes),
                    thumbnail: made.thumbnail
                )
            )
            print("Made the thumbnail of \(lost.name.hexDigits) anew.")
        }
        if removesUnused {
            let cleanUp = try await market.services.imageLifecycle.cleanUp(
                at: market.services.clock.now,
                isForced: true
            )
            if cleanUp.unusedCount > 0 {
                print("Moved \(cleanUp.unusedCount) pictures that no product uses into the trash.")
            }
        }
        try await market.close()
        return remaining
    }

    private func conclude(_ database: DatabaseReport, _ images: ImageReport) throws {
        guard !database.findings.isEmpty || !database.isReadable || !images.lost.isEmpty else {
            guard images.refusal == nil else { throw ExitCode(2) }
            print("No problems found.")
            return
        }
        let needsBackup = !database.isReadable || database.findings.contains { !$0.isRepairable }
        if needsBackup || !images.lost.isEmpty {
            print("Stored content can't be repaired. Restore it from a backup with openmarket restore.")
        } else {
            print("All of it can be repaired: stop the server and run 'openmarket check --repair'.")
        }
        throw ExitCode(2)
    }

    static func describe(_ count: Int) -> String {
        switch count {
        case 0: "no problems"
        case 1: "1 problem:"
        default: "\(count) problems:"
        }
    }
}

/// A line on a terminal that shows the current step. Without a terminal, nothing is written.
final class StatusLine: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    func show(_ text: String) { write("\r\u{1B}[K\(text)…") }
    func end() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isTerminal { Terminal.write(text) }
    }
}
