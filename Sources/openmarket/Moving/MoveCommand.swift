import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketPostgres
import MarketS3
import MarketSQLite

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a market from its folder to PostgreSQL, or its pictures to an object store.",
        discussion: """
            To PostgreSQL:

              openmarket move --from market-data --to 'postgres://market@db.example/market'

            The pictures to an object store:

              openmarket move --from market-data --to 's3://bucket/prefix?endpoint=https://objects.example'

            If the database of the market is in PostgreSQL, its address is needed to move pictures, too (--database).

            Everything is moved, with all ids, passwords and links. When the database is moved, the pictures stay \
            where they are, and sessions, feeds and keys of operators end. The database or the place in the bucket must be \
            empty. What was in the folder is kept as a copy, but no command moves a market back: 'openmarket export' takes its \
            texts, prices and pictures with it, and nothing else. The pictures of a market whose database is in its folder come \
            back with 'openmarket restore --images-to-folder'.

            While the server runs, only a copy is made. Stop the server then and run the same command again: it copies what \
            has changed meanwhile, compares everything, and says how long that took. It can be stopped at any time and \
            repeated.

            Exits with 0 when the market has moved, 2 when it was copied and the server has to be stopped now, and 1 when it \
            can't be moved.
            """
    )

    @Option(help: ArgumentHelp("The market's folder.", valueName: "folder"))
    var from: String

    @Option(
        help: ArgumentHelp("The address of an empty database or of an empty place in a bucket.", valueName: "address")
    )
    var to: String

    @OptionGroup var database: DatabaseOptions

    func validate() throws { try Privileges.drop(toOwnerOf: from) }

    func run() async throws {
        guard !Self.isAddress(from) else {
            throw CommandFailure(
                """
                A market isn't moved back into a folder. 'openmarket export' takes its texts, prices and pictures there, without \
                passwords, contacts, addresses and hidden listings. The pictures of a market whose database is in its folder come \
                back with 'openmarket restore --images-to-folder'.
                """
            )
        }
        guard Self.isAddress(to) else {
            throw CommandFailure("--to must be an address like postgres://… or s3://….")
        }
        if S3Location.isAddress(to) {
            try await MoveImages(folder: from, address: to, database: database.unpooledAddress()).perform()
        } else {
            try PostgresMarket.refusePassword(in: to)
            try await MoveToPostgres(folder: from, settings: PostgresSettings(address: to)).perform()
        }
    }

    private static func isAddress(_ place: String) -> Bool { place.contains("://") }
}

struct MovePasses {
    /// Where the market is, for messages.
    let sourceName: String
    let source: any MoveStore
    let destination: any MoveDestination

    private var move: MarketMove {
        MarketMove(from: source, to: destination)
    }

    /// Copies everything that isn't in the destination yet.
    func copy(isLast: Bool) async throws -> MarketMove.Outcome {
        let title = isLast ? "Copying and comparing products" : "Copying products"
        let progress = try await ProgressLine(total: source.productCount(), title: title)
        defer { progress.end() }
        do {
            let outcome = try await move.pass { progress.advance(by: $0) }
            try await destination.deriveRest { progress.note("Making \($0)…") }
            return outcome
        } catch let failure as MarketMove.Failure {
            throw self.failure(failure)
        } catch let error as MarketError {
            throw self.failure(.destination(error))
        }
    }

    /// Compares everything in the destination with what the last pass has read.
    func complete(_ outcome: MarketMove.Outcome) async throws {
        let progress = try await ProgressLine(total: source.productCount(), title: "Comparing products")
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
        case .source(.damaged(let reason)):
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

extension Duration {
    /// The time for people, in seconds.
    var inSeconds: String { formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 1))) }
}

extension DataFolderLock {
    /// Locks a folder, or returns nil if a server is using it.
    static func unlessInUse(_ folder: String) throws -> DataFolderLock? {
        do { return try DataFolderLock(folder: folder) } catch StoreOpeningError.folderInUse { return nil }
    }
}
