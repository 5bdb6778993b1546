import Foundation
import Logging
import MarketCommands
import MarketCore
import MarketImages
import MarketPostgres
import MarketSQLite

/// A data folder whose market is in PostgreSQL. The folder holds its images and the name of the market, so that images
/// are never regarded as unused because of another market's database.
struct PostgresMarket {
    let folder: String
    let images: FolderImageStore

    /// Returns whether the market of a folder is in PostgreSQL.
    static func isBound(_ folder: String) throws(CommandFailure) -> Bool {
        try MarketFile.read(in: folder).postgres != nil
    }

    static func needsServer(_ folder: String) -> CommandFailure {
        CommandFailure("The market of \(folder) is in PostgreSQL. Give the address of its database with --database.")
    }

    /// The reason why a command that copies or checks the embedded database does nothing.
    static func noCopies(_ folder: String) -> CommandFailure {
        let objects = try? MarketFile.read(in: folder).objects
        let images = objects.map { "the objects of \($0.address)" } ?? "\(folder)/images"
        return CommandFailure(
            """
            The market of \(folder) is in PostgreSQL, where this command does nothing. To back it up, copy \(images), run pg_dump, \
            and copy them and \(folder)/\(MarketFile.name) again, without removing anything from the copy; to restore it, use \
            pg_restore and put these copies back.
            """
        )
    }

    /// Refuses an address with a password in an argument.
    ///
    /// - Parameter alternative: where the password can be instead, or what to do, after “put it into ~/.pgpass or”.
    static func refusePassword(in address: String, alternative: String = "PGPASSWORD") throws(CommandFailure) {
        guard PostgresSettings.hasPassword(address) else { return }
        throw CommandFailure(
            """
            Other users of this machine can see a password in an argument. Leave it out and put it into ~/.pgpass or \
            \(alternative).
            """
        )
    }

    /// Refuses a database with another schema than this version's, before anything in it or in the data folder is changed.
    static func refuseOtherSchema(address: String?, direct: String?) async throws(PostgresOpeningError) {
        guard let address = direct ?? address else { return }
        try await PostgresProductStore.refuseOtherSchema(PostgresSettings(address: address))
    }

    /// Opens the database, and binds the folder to it at the first time.
    ///
    /// - Parameters:
    ///   - objects: the address of an object store with the images; nil for the folder.
    ///   - migrates: whether the schema may be created or migrated.
    ///   - isGuest: whether the folder isn't the one of a server: then it isn't bound.
    /// - Returns: the store, and whether images are at the given place already.
    func open(
        address: String,
        direct: String? = nil,
        objects: String? = nil,
        migrates: Bool = false,
        isGuest: Bool = false,
        integrity: IntegrityMonitor
    ) async throws -> (store: PostgresProductStore, hasImages: Bool) {
        guard !SQLiteProductStore.hasMarket(in: folder) else {
            throw CommandFailure(
                """
                There is a market in \(folder) already, in market.sqlite. Move it to PostgreSQL with 'openmarket move', or \
                choose another folder with --data.
                """
            )
        }
        let store = try await PostgresProductStore(
            settings: PostgresSettings(address: address),
            direct: direct.map { try PostgresSettings(address: $0) },
            migrates: migrates,
            integrity: integrity,
            report: Self.log
        )
        do {
            guard !isGuest else { return (store, true) }
            let hasImages = try await ImagePlaceCheck(store: store, folder: folder, objects: objects).check()
            try await bind(to: store)
            return (store, hasImages)
        } catch {
            try? await store.close()
            throw error as? CommandFailure ?? CommandFailure("Can't use \(folder): \(error.explanation).")
        }
    }

    private static func log(_ condition: ChangeLogCondition) {
        let logger = Logger(label: "openmarket")
        switch condition {
        case .unreadable(let reason):
            logger.error(
                "PostgreSQL can't be reached: until it can, lists and products are refused with 503",
                metadata: ["reason": "\(reason)"]
            )
        case .readable: logger.notice("PostgreSQL can be reached again")
        case .restored:
            logger.notice(
                """
                the database is a copy: delete tokens, sessions, links, feeds and keys of operators, and open invitations have \
                ended, and ids were skipped
                """
            )
        }
    }

    private func bind(to store: PostgresProductStore) async throws {
        let name = try await store.marketName()
        if let bound = try MarketFile.read(in: folder).postgres {
            guard bound == name else {
                throw CommandFailure(
                    """
                    The pictures in \(folder) belong to a market in another database. Give that database, or choose \
                    another folder with --data.
                    """
                )
            }
            return
        }
        guard try await images.isEmpty() else {
            throw CommandFailure(
                """
                There are pictures in \(folder)/images, but the folder has never been used with this database, which might \
                regard them as unused. Choose another folder with --data, or move the folder images away first.
                """
            )
        }
        try MarketFile.change(in: folder) { $0.postgres = name }
    }
}
