import Foundation
import MarketCore
import MarketSQLite
import MarketServer

/// Carries out requests of whoever runs the market: through the running server, or on the folder itself when none runs.
struct MarketOwner {
    let dataFolder: String

    func perform(_ request: AdminRequest) async throws -> AdminReply {
        guard FileManager.default.fileExists(atPath: dataFolder + "/market.sqlite") else {
            throw CommandFailure(
                "There's no market in \(dataFolder). Give its folder with --data, as for 'openmarket serve'."
            )
        }
        let lock: DataFolderLock
        do {
            lock = try DataFolderLock(folder: dataFolder)
        } catch StoreOpeningError.folderInUse {
            return try await ask(request)
        } catch {
            throw CommandFailure(error)
        }
        let market = try await OpenedMarket(lock: lock)
        let reply = await Administrator(services: market.services).perform(request)
        try await market.store.close()
        return reply
    }

    private func ask(_ request: AdminRequest) async throws -> AdminReply {
        let socket = AdminSocket.path(in: dataFolder)
        do {
            let question = try JSONEncoder().encode(request)
            let answer = try await BoundedExecutor(name: "admin", width: 1).run {
                Result { try AdminConnection.post(question, to: socket) }
            }.get()
            return try JSONDecoder().decode(AdminReply.self, from: answer)
        } catch {
            throw CommandFailure(
                "The server that uses \(dataFolder) isn't answering at \(socket). Is it still starting? (\(error))"
            )
        }
    }
}
