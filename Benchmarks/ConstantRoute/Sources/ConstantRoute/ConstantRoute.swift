import Foundation
import Hummingbird
import Logging

/// The upper bound of a Hummingbird server: one route that responds with the bytes of a file, read once, with the
/// headers of the market's list. Event loops and everything else are Hummingbird's defaults, as in the market.
///
///     ConstantRoute PORT FILE
@main
struct ConstantRoute {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[1]) else {
            print("usage: ConstantRoute PORT FILE")
            exit(2)
        }
        let bytes = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: arguments[2])))
        let headers: HTTPFields = [
            .eTag: "\"r100-286pbehmv6x9j\"", .cacheControl: "no-cache", .vary: "Accept-Encoding",
            .contentType: "application/json", .contentLength: String(bytes.readableBytes),
        ]
        let router = Router()
        router.get("/api/products") { _, _ in
            Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        var logger = Logger(label: "constant")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), backlog: 1024),
            logger: logger
        )
        try await application.runService()
    }
}
