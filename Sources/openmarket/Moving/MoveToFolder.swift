import ArgumentParser
import Foundation
import MarketCore
import MarketPostgres
import MarketSQLite

/// The move of a market from a database to the folder that has its pictures.
///
/// The new database is made in a folder of its own. At the end, the old one is marked, so that no server opens it any more;
/// then the new one gets its name; and at last the folder is no longer bound to the old one.
struct MoveToFolder {
    let folder: String
    let settings: PostgresSettings

    /// The folder in which the database is made.
    private var staging: String { folder + "/move-from-postgres" }
    private var stagedPath: String { staging + "/market.sqlite" }
    private var databasePath: String { folder + "/market.sqlite" }

    func perform() async throws {
        guard let name = try PostgresMarket.boundName(folder) else {
            // An earlier move was stopped after its last step but one.
            if SQLiteProductStore.hasDatabase(in: folder), FileManager.default.fileExists(atPath: staging) {
                return try end()
            }
            throw CommandFailure(
                """
                \(folder) isn't the folder with the pictures of the market in \(settings.name). Give the folder with which \
                it is served.
                """
            )
        }
        let lock = try DataFolderLock.unlessInUse(folder)
        defer { lock?.release() }
        do {
            let store = try await PostgresMoveStore(settings: settings)
            let mark = try await check(store, isCalled: name)
            let isInPlace = SQLiteProductStore.hasDatabase(in: folder)
            if isInPlace, mark != .left || !FileManager.default.fileExists(atPath: staging) {
                throw CommandFailure("There is a market in \(folder) already, in market.sqlite.")
            }
            if !isInPlace, mark != .left { try await copy(from: store, lock) }
            try finish(isInPlace: isInPlace)
            try end()
        } catch let error as PostgresOpeningError {
            throw CommandFailure(error)
        } catch let error as StoreOpeningError {
            throw CommandFailure(error)
        }
    }

    private func end() throws {
        try FileManager.default.removeItem(atPath: staging)
        print("Start the server without --database now. Servers refuse the old database \(settings.name).")
    }

    private func check(_ store: PostgresMoveStore, isCalled name: String) async throws -> MoveMark? {
        let content = try await store.content()
        guard content.marketName == name else {
            throw CommandFailure(
                "The pictures in \(folder) belong to a market in another database than \(settings.name)."
            )
        }
        guard content.isCurrent else {
            throw PostgresOpeningError.madeByOlderVersion(name: settings.name)
        }
        switch content.mark {
        case .copying?, .copied?: throw PostgresOpeningError.moveIsUnfinished(name: settings.name)
        case .left? where !FileManager.default.fileExists(atPath: staging):
            throw PostgresOpeningError.movedAway(name: settings.name)
        default: return content.mark
        }
    }

    private func copy(from store: PostgresMoveStore, _ lock: DataFolderLock?) async throws {
        let begin = ContinuousClock.now
        if lock != nil { try await store.freeze() }
        let destination = try await SQLiteMoveDestination(folder: staging)
        do {
            let passes = MovePasses(sourceName: settings.name, source: store, destination: destination)
            let outcome = try await passes.copy(isLast: lock != nil)
            guard lock != nil else {
                passes.showCopied(outcome, in: .now - begin)
                throw ExitCode(2)
            }
            try await passes.complete(outcome)
            passes.show(outcome)
            try await destination.close()
            try SyncedFiles.sync(stagedPath)
            try await store.leave()
            print(
                """
                Moved \(outcome.sums[.product]?.rowCount ?? 0) products; nothing could be changed for \
                \((ContinuousClock.now - begin).inSeconds).
                """
            )
        } catch {
            try? await destination.close()
            throw error
        }
    }

    private func finish(isInPlace: Bool) throws {
        if !isInPlace { try SyncedFiles.rename(stagedPath, to: databasePath) }
        try SyncedFiles.sync(folder)
        try MarketFile.change(in: folder) { ($0.postgres, $0.images) = (nil, nil) }
    }
}
