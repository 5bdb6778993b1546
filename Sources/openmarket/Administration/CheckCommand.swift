import ArgumentParser
import Foundation
import MarketCore
import MarketImages
import MarketModels
import MarketSQLite
import MarketServer

/// `openmarket check`.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look for damage in a market, and repair what can be repaired.",
        discussion: """
            Looks through the whole database (its pages and indexes, every product, counts, ranks, search indexes) and \
            compares every picture with its hash. Works whether or not the server is running; --repair needs it stopped.

            Repaired are SQLite's indexes, counts, ranks and search indexes, thumbnails whose picture is whole; pictures \
            that no product uses go to the trash. What people have stored comes back only from a backup.

            Exits with 0 when all is in order, 2 when something is wrong and left so, and 1 when it can't be looked at.
            """
    )

    @Flag(help: "Repair what can be repaired.")
    var repair = false

    @OptionGroup var options: DataOptions

    func run() async throws {
        let folder = try options.existingMarket()
        var lock: DataFolderLock?
        do {
            lock = try DataFolderLock(folder: folder)
        } catch StoreOpeningError.folderInUse where !repair {
            lock = nil
        } catch {
            throw CommandFailure(error)
        }
        defer { lock?.release() }
        var database = try await lookThroughDatabase(folder, isGentle: lock == nil)
        var pictures = try lookThroughPictures(folder, database)
        if repair, let lock {
            if database.isReadable, !database.findings.isEmpty {
                try await repairDatabase(lock)
                database = try await lookThroughDatabase(folder, isGentle: false)
            }
            if database.isReadable { pictures = try await repairPictures(pictures, lock, database) }
        }
        try conclude(database, pictures)
    }

    // MARK: Database

    private struct DatabaseReport {
        var findings: [DatabaseFinding] = []
        /// Whether products can be gone through at all.
        var isReadable = true
    }

    private func lookThroughDatabase(_ folder: String, isGentle: Bool) async throws -> DatabaseReport {
        let line = StepLine()
        var report = DatabaseReport()
        do {
            let outcome = try await DatabaseCheck(folder: folder).run(isGentle: isGentle) { step, count in
                line.show(count.map { "\(step): \($0)" } ?? step)
            }
            line.end()
            report.findings = outcome.findings
            for step in outcome.unfinished { print("not looked at to the end, for it was written to: \(step)") }
            print("Database: \(outcome.productCount) products read, \(describe(report.findings.count))")
        } catch StoreError.corrupt(let reason) {
            line.end()
            report = DatabaseReport(findings: [], isReadable: false)
            print("Database: it can't be read (\(reason))")
        } catch {
            line.end()
            throw CommandFailure("The database can't be looked through: \(error).")
        }
        for finding in report.findings {
            print("  \(finding.text)\(finding.isRepairable ? " (can be repaired)" : "")")
        }
        return report
    }

    private func repairDatabase(_ lock: DataFolderLock) async throws {
        let line = StepLine()
        defer { line.end() }
        do {
            let store = try await SQLiteProductStore(lock: lock)
            try await store.repair { line.show("repairing; products to search again: \($0)") }
            try await store.close()
        } catch let error as StoreOpeningError {
            throw CommandFailure(error)
        } catch let error as StoreError {
            line.end()
            print("The database could not be repaired: \(error).")
        }
    }

    // MARK: Pictures

    private struct LostPicture {
        let name: PictureName
        let rendition: Rendition
        let condition: PictureFiles.Condition
    }

    private struct PictureReport {
        var count = 0
        var lost: [LostPicture] = []
    }

    private func lookThroughPictures(_ folder: String, _ database: DatabaseReport) throws -> PictureReport {
        guard database.isReadable else { return PictureReport() }
        let report: PictureReport
        do {
            report = try compare(folder)
        } catch let error as StoreError {
            print("Pictures: which there should be can't be read (\(error))")
            return PictureReport()
        }
        print("Pictures: \(report.count) compared with their hashes, \(describe(report.lost.count))")
        for picture in report.lost {
            print("  \(picture.name.hexDigits) (\(picture.rendition)) is \(picture.condition)")
        }
        return report
    }

    private func compare(_ folder: String) throws -> PictureReport {
        let copy = DatabaseCopy(path: folder + "/market.sqlite")
        let files = PictureFiles(folder: folder + "/images")
        var report = PictureReport()
        var progress = ProgressLine(total: Int(try copy.counts().pictures), title: "Comparing pictures")
        var last: PictureName?
        while true {
            let names = try copy.pictures(after: last, limit: Backup.batch)
            for name in names {
                report.lost += try lost(name, files, copy)
                report.count += 1
                progress.advance()
            }
            guard let next = names.last else { break }
            last = next
        }
        progress.end()
        return report
    }

    private func lost(_ name: PictureName, _ files: PictureFiles, _ copy: DatabaseCopy) throws -> [LostPicture] {
        var lost: [LostPicture] = []
        for (rendition, condition) in try files.condition(of: name) where condition != .whole {
            lost.append(LostPicture(name: name, rendition: rendition, condition: condition))
        }
        // One that has been removed since is no fault.
        if !lost.isEmpty, try !copy.unusedPictures(among: [name]).isEmpty { return [] }
        return lost
    }

    /// Makes thumbnails anew from pictures that are whole, and takes away what no product uses.
    private func repairPictures(
        _ report: PictureReport,
        _ lock: DataFolderLock,
        _ database: DatabaseReport
    ) async throws -> PictureReport {
        let market = try await OpenedMarket(lock: lock)
        let files = PictureFiles(folder: lock.folder + "/images")
        let processor = try VipsImageProcessor()
        var left = report
        left.lost = []
        let lostFulls = Set(report.lost.filter { $0.rendition == .full }.map(\.name))
        for lost in report.lost {
            guard lost.rendition == .thumbnail, !lostFulls.contains(lost.name),
                let full = try files.file(of: lost.name, .full),
                let bytes = FileManager.default.contents(atPath: full.path),
                let made = try? await processor.process(UploadedImage(path: full.path, byteCount: full.byteCount))
            else {
                left.lost.append(lost)
                continue
            }
            try await market.images.save(
                ProcessedPicture(
                    name: lost.name,
                    width: made.width,
                    height: made.height,
                    full: Array(bytes),
                    thumbnail: made.thumbnail
                )
            )
            print("Made the thumbnail of \(lost.name.hexDigits) anew.")
        }
        // With what people have stored damaged, products may be missing that use them.
        if !database.findings.contains(where: \.stopsWrites) {
            let sweep = try await market.services.pictures.sweep(at: market.services.clock.now, isForced: true)
            if sweep.unusedCount > 0 {
                print("Moved \(sweep.unusedCount) pictures that no product uses into the trash.")
            }
        }
        try await market.store.close()
        return left
    }

    private func conclude(_ database: DatabaseReport, _ pictures: PictureReport) throws {
        guard !database.findings.isEmpty || !database.isReadable || !pictures.lost.isEmpty else {
            print("All is in order.")
            return
        }
        let needsBackup = !database.isReadable || database.findings.contains { !$0.isRepairable }
        if needsBackup || !pictures.lost.isEmpty {
            print("What people have stored can't be repaired. Bring it back from a backup: openmarket restore.")
        } else {
            print("All of it can be repaired: stop the server and run 'openmarket check --repair'.")
        }
        throw ExitCode(2)
    }

    private func describe(_ count: Int) -> String {
        switch count {
        case 0: "nothing wrong"
        case 1: "1 thing wrong:"
        default: "\(count) things wrong:"
        }
    }
}

/// One line on a terminal that says what is being done; nothing elsewhere.
private final class StepLine: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    func show(_ text: String) { write("\r\u{1B}[K\(text)…") }
    func end() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        guard isTerminal else { return }
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
