import ArgumentParser
import Foundation
import MarketCore
import MarketHashing
import MarketPostgres
import MarketS3
import MarketSQLite
import Synchronization

/// The `openmarket move` command.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a market from its folder to PostgreSQL, or its pictures to an object store, or back.",
        discussion: """
            To PostgreSQL, and back:

              openmarket move --from market-data --to 'postgres://market@db.example/market'
              openmarket move --from 'postgres://market@db.example/market' --to market-data

            The pictures to an object store, and back:

              openmarket move --from market-data --to 's3://bucket/prefix?endpoint=https://objects.example'
              openmarket move --from 's3://bucket/prefix?endpoint=https://objects.example' --to market-data

            If the database of the market is in PostgreSQL, its address is needed to move pictures, too (--database).

            Everything is moved, with all ids, passwords and links. When the database is moved, the pictures stay \
            where they are, and the folder is the same in both directions. The database, the market in the folder, or the \
            place in the bucket must be empty; what was there before is kept.

            While the server runs, only a copy is made. Stop the server then and run the same command again: it copies what \
            has changed meanwhile, compares everything, and says how long that took. It can be stopped at any time and \
            repeated.

            Exits with 0 when the market has moved, 2 when it was copied and the server has to be stopped now, and 1 when it \
            can't be moved.
            """
    )

    @Option(
        help: ArgumentHelp("The market's folder, or the address of its database or pictures.", valueName: "place")
    )
    var from: String

    @Option(
        help: ArgumentHelp(
            "The address of an empty database or of an empty place in a bucket, or the market's folder.",
            valueName: "place"
        )
    )
    var to: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        if S3Location.isAddress(to), !Self.isAddress(from) {
            return try await MoveImages(folder: from, address: to, database: database.unpooledAddress()).toStore()
        }
        if S3Location.isAddress(from), !Self.isAddress(to) {
            return try await MoveImages(folder: to, address: from, database: database.unpooledAddress()).toFolder()
        }
        switch (Self.isAddress(from), Self.isAddress(to)) {
        case (false, true): try await MoveToPostgres(folder: from, settings: Self.settings(to)).perform()
        case (true, false): try await MoveToFolder(folder: to, settings: Self.settings(from)).perform()
        case (true, true), (false, false):
            throw CommandFailure(
                "One of --from and --to must be a folder, and the other an address like postgres://… or s3://…."
            )
        }
    }

    private static func isAddress(_ place: String) -> Bool { place.contains("://") }

    private static func settings(_ address: String) throws -> PostgresSettings {
        try PostgresMarket.refusePassword(in: address)
        do {
            return try PostgresSettings(address: address)
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// The passes of a move, which both directions have.
struct MovePasses {
    /// Where the market is, for messages.
    let sourceName: String
    let source: any MoveStore
    let destination: any MoveDestination

    private var move: MarketMove {
        MarketMove(from: source, to: destination) { BLAKE2b.hash($0, byteCount: 32) }
    }

    /// Copies everything that isn't in the destination yet.
    func copy(isLast: Bool) async throws -> MarketMove.Outcome {
        let title = isLast ? "Copying and comparing products" : "Copying products"
        let progress = try await MoveProgress(total: source.productCount(), title: title)
        defer { progress.end() }
        do {
            let outcome = try await move.pass { progress.advance(by: $0) }
            try await destination.deriveRest { progress.note("Making \($0)…") }
            return outcome
        } catch let failure as MarketMove.Failure {
            throw self.failure(failure)
        } catch let error as StoreError {
            throw self.failure(.destination(error))
        }
    }

    /// Compares everything in the destination with what the last pass has read.
    func complete(_ outcome: MarketMove.Outcome) async throws {
        let progress = try await MoveProgress(total: source.productCount(), title: "Comparing products")
        defer { progress.end() }
        do {
            try await move.complete(outcome) { progress.advance(by: $0) }
        } catch {
            throw failure(error)
        }
    }

    /// Prints how many rows there are of each kind, with the hash that both sides have.
    func show(_ outcome: MarketMove.Outcome) {
        var table = TextTable([.init(title: "ROWS OF"), .init(title: "NUMBER", isRight: true), .init(title: "HASH")])
        table.rows = MoveTable.allCases.map { name in
            let sum = outcome.sums[name]
            let hash = (sum?.hash ?? []).prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            return [.init(name.rawValue), .init(String(sum?.rowCount ?? 0)), .init(hash.joined())]
        }
        for line in table.lines(for: .output) { print(line) }
    }

    func showCopied(_ outcome: MarketMove.Outcome, in time: Duration) {
        print(
            """
            Copied everything up to now (\(outcome.sums[.product]?.rowCount ?? 0) products, in \(time.inSeconds)), while the \
            server is running.
            Stop the server and run the same command again. It then copies what has changed meanwhile.
            """
        )
    }

    private func failure(_ failure: MarketMove.Failure) -> CommandFailure {
        switch failure {
        case .source(.corrupt(let reason)):
            CommandFailure("\(sourceName) is damaged, so the market can't be moved: \(reason). See 'openmarket check'.")
        case .source(let error): CommandFailure("\(sourceName) can't be read: \(error). Run the command again.")
        case .destination(let error):
            CommandFailure("The market can't be written there: \(error). Run the command again.")
        case .differs(let table):
            CommandFailure(
                "The copy differs from the market (\(table.rawValue)), so nothing was moved. Run the command again."
            )
        }
    }
}

/// The progress of a move. It is told from several tasks, one after the other.
final class MoveProgress: Sendable {
    private let line: Mutex<ProgressLine>

    init(total: Int, title: String) { line = Mutex(ProgressLine(total: total, title: title)) }

    func advance(by count: Int) { line.withLock { $0.advance(by: count) } }
    func note(_ text: String) { line.withLock { $0.note(text) } }
    func end() { line.withLock { $0.end() } }
}

extension Duration {
    /// The time for people, in seconds.
    var inSeconds: String { formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 1))) }
}

extension DataFolderLock {
    /// Locks a folder, or returns nil if a server is using it: then a move can only copy ahead.
    static func unlessInUse(_ folder: String) throws(CommandFailure) -> DataFolderLock? {
        do {
            return try DataFolderLock(folder: folder)
        } catch StoreOpeningError.folderInUse {
            return nil
        } catch {
            throw CommandFailure(error)
        }
    }
}
