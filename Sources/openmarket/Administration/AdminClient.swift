import Foundation
import Logging
import MarketCommands
import MarketCore
import MarketSQLite
import MarketServer
import MarketWeb
import NIOCore

/// A client for the operator's requests, which uses the running server or, when none is running, opens the data folder.
struct AdminClient {
    let dataFolder: String
    /// The address of the database of a market in PostgreSQL, which is only needed when no server is running.
    let database: String?
    /// Its address without a pooler, if the other one leads to a pooler.
    let directDatabase: String?

    func perform(_ request: AdminRequest) async throws -> AdminResponse {
        // A user who may not open the server's folder only needs the database.
        if let database, access(dataFolder, R_OK | X_OK) != 0, errno == EACCES {
            return try await performAsGuest(request, database)
        }
        let isPostgres = try PostgresMarket.isBound(dataFolder)
        guard isPostgres || FileManager.default.fileExists(atPath: dataFolder + "/market.sqlite") else {
            if let database { return try await performAsGuest(request, database) }
            throw CommandFailure.noMarket(in: dataFolder)
        }
        if isPostgres, !DataFolderLock.isHeld(dataFolder) {
            try await PostgresMarket.refuseOtherSchema(address: database, direct: directDatabase)
        }
        guard let lock = try DataFolderLock.unlessInUse(dataFolder) else { return try await send(request) }
        if isPostgres, database == nil {
            lock.release()
            throw CommandFailure(
                """
                The market of \(dataFolder) is in PostgreSQL. Start its server, or give the address of its database with \
                --database.
                """
            )
        }
        let market = try await OpenedMarket(
            lock: lock,
            database: isPostgres ? database : nil,
            directDatabase: isPostgres ? directDatabase : nil,
            objects: MarketFile.read(in: dataFolder).objects?.address
        )
        return try await perform(request, in: market)
    }

    /// Performs a request in this process. What it changes is logged on standard error, as a server does.
    private func perform(_ request: AdminRequest, in market: OpenedMarket) async throws -> AdminResponse {
        let logger = Logger(label: "openmarket") { LineLogHandler(label: $0, format: .text) }
        let reply = await AdminService(services: market.services, webApp: Site(), logger: logger).perform(request)
        LogOutput.standardError.flush(seconds: 1)
        try await market.close()
        return reply
    }

    /// Performs a request on a machine that has no node of the market, only the address of its database.
    private func performAsGuest(_ request: AdminRequest, _ database: String) async throws -> AdminResponse {
        var objects: String?
        if case .eraseProduct = request {
            let place = try await RecordedImagePlace(address: database).place()
            // Images in the folder of a server are removed by its next cleanup.
            if case .objects(let address)? = place { objects = address }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "openmarket-\(UUID().uuidString)")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let market = try await OpenedMarket(
            lock: try DataFolderLock(folder: folder),
            database: database,
            directDatabase: directDatabase,
            objects: objects,
            isGuest: true
        )
        return try await perform(request, in: market)
    }

    private func send(_ request: AdminRequest) async throws -> AdminResponse {
        let socket = AdminSocket.path(in: dataFolder)
        do {
            let question = try JSONEncoder().encode(request)
            return try JSONDecoder().decode(AdminResponse.self, from: await AdminConnection.post(question, to: socket))
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? error.explanation
            throw CommandFailure(
                """
                The server that uses \(dataFolder) isn't answering at \(socket) (\(reason)). Is it still starting? If its log says \
                that it has no admin socket, stop it first.
                """
            )
        }
    }
}
