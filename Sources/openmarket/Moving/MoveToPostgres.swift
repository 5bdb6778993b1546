import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketPostgres
import MarketSQLite

/// The move of a market from its folder to a database.
///
/// At the end, the steps are in an order in which the market can be served at exactly one place, or at none until the move
/// is run again: the folder is bound to the database; its own database gets another name; and only then is the mark removed
/// that keeps servers from opening the new one.
struct MoveToPostgres {
    let folder: String
    let settings: PostgresSettings

    private var databasePath: String { folder + "/market.sqlite" }

    func perform() async throws {
        let isThere = SQLiteProductStore.hasMarket(in: folder)
        let file = try MarketFile.read(in: folder)
        guard isThere || file.postgres != nil && file.movingToPostgres != nil else {
            if file.postgres != nil {
                throw CommandFailure("The market of \(folder) is in PostgreSQL already.")
            }
            throw CommandFailure.noMarket(in: folder, option: "--from")
        }
        let lock: DataFolderLock? = isThere ? try .unlessInUse(folder) : try DataFolderLock(folder: folder)
        defer { lock?.release() }
        // A copy of the market may have taken its pictures over.
        if file.movingToPostgres == nil { try await S3Images.withImages(of: file.objects, folder: folder) { _ in } }
        let destination = try await PostgresMoveStore(settings: settings)
        let content = try await destination.content()
        let isSame = content.marketName != nil && content.marketName == file.movingToPostgres
        if isThere {
            let source = try SQLiteMoveSource(folder: folder)
            defer { source.close() }
            try check(content, isSame: isSame)
            try await prepare(destination)
            try await copy(source, to: destination, lock)
        } else if !isSame {
            throw CommandFailure("The market of \(folder) was moved to another database than \(settings.name).")
        }
        if let name = try await destination.content().marketName {
            try await S3Images.rename(folder, to: name, in: try await destination.place())
        }
        try await destination.finishCopying()
        try MarketFile.change(in: folder) { $0.movingToPostgres = nil }
        print("Start the server with --database now, and with the same folder, which has the pictures.")
    }

    /// Refuses a database that isn't empty, unless the same market is being moved there.
    private func check(_ content: PostgresMoveStore.Content, isSame: Bool) throws {
        if content.isEmpty || content.mark != nil && isSame { return }
        throw CommandFailure(
            content.mark == nil
                ? "There is a market in the database \(settings.name) already. Use an empty database."
                : "Another market is being moved to the database \(settings.name). Use an empty database."
        )
    }

    private func prepare(_ destination: PostgresMoveStore) async throws {
        try await destination.prepareForCopying()
        guard let name = try await destination.content().marketName else {
            throw CommandFailure("The database \(settings.name) has no name of its market.")
        }
        try MarketFile.change(in: folder) { $0.movingToPostgres = name }
    }

    private func copy(
        _ source: SQLiteMoveSource,
        to destination: PostgresMoveStore,
        _ lock: DataFolderLock?
    ) async throws {
        let begin = ContinuousClock.now
        let passes = MovePasses(sourceName: databasePath, source: source, destination: destination)
        let outcome = try await passes.copy(isLast: lock != nil)
        guard let lock else {
            passes.showCopied(outcome, in: .now - begin)
            throw ExitCode(2)
        }
        try await passes.complete(outcome)
        passes.show(outcome)
        source.close()
        guard let name = try await destination.content().marketName else { return }
        try MarketFile.change(in: folder) { $0.postgres = name }
        let kept = try await setAside(lock)
        print(
            """
            Moved \(outcome.sums[.product]?.rowCount ?? 0) products; nothing could be changed for \
            \((ContinuousClock.now - begin).inSeconds), while the server was stopped.
            The database that the market had is kept as \(kept).
            Operators have to sign in again, and their feeds and keys have ended.
            """
        )
    }

    /// Gives the old database another name, as a single file.
    private func setAside(_ lock: DataFolderLock) async throws -> String {
        // Closing it brings what is in the log into the file, whose schema stays that from which it was copied.
        try await SQLiteProductStore(lock: lock, migrates: false).close()
        let path = SyncedFiles.newPath(folder + "/moved-to-postgres-", ending: ".sqlite")
        try SyncedFiles.rename(databasePath, to: path)
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: databasePath + ending) }
        try SyncedFiles.sync(folder)
        return path
    }
}
