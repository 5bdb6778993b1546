import AsyncHTTPClient
import Foundation
import MarketCore
import MarketSQLite
import MarketServer
import NIOCore
import NIOHTTP1

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
        guard let url = URL(httpURLWithSocketPath: socket, uri: AdminSocket.requestPath) else {
            throw CommandFailure("The path \(socket) can't be used for a socket.")
        }
        var question = HTTPClientRequest(url: url.absoluteString)
        question.method = .POST
        question.body = .bytes(try JSONEncoder().encode(request))
        do {
            let answer = try await HTTPClient.shared.execute(question, timeout: .seconds(30))
            let bytes = try await answer.body.collect(upTo: 16 * 1024 * 1024)
            return try JSONDecoder().decode(AdminReply.self, from: Data(bytes.readableBytesView))
        } catch {
            throw CommandFailure(
                "The server that uses \(dataFolder) isn't answering at \(socket). Is it still starting? (\(error))"
            )
        }
    }
}
