import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// One `openmarket serve` of the release build, with an empty data folder and a port of its own.
final class RunningMarket: Sendable {
    struct DidNotStart: Error {
        let log: String
    }

    let address: URL
    let folder: URL
    /// A seller who isn't the user of the app.
    let seller: MarketAPIClient
    private let process: Process

    private init(_ process: Process, _ address: URL, _ folder: URL) {
        self.process = process
        self.folder = folder
        self.address = address
        seller = MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: address,
                transport: URLSessionTransport(),
                identifier: VendorIdentifier(UUID().uuidString),
                vendorName: "Mina",
                language: "en"
            )
        )
    }

    /// Runs a test with a market, and ends the market afterwards.
    @MainActor
    static func run(_ test: @MainActor (RunningMarket) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "app-scenario-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try start(in: folder)
        defer { end(process) }
        let address = try await address(of: process, in: folder)
        try await test(RunningMarket(process, address, folder))
    }

    private static func start(in folder: URL) throws -> Process {
        let environment = ProcessInfo.processInfo.environment
        let process = Process()
        process.executableURL = URL(filePath: environment["OPENMARKET"] ?? ".build/release/openmarket")
        process.arguments = [
            "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder.appending(path: "data").path(),
        ]
        process.environment = environment.filter { !$0.key.hasPrefix("OPENMARKET") }
        let log = log(in: folder)
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Ends a market at once, so that it no longer writes to its folder.
    private static func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func log(in folder: URL) -> URL { folder.appending(path: "log") }

    /// Waits until the log says on which port the market listens.
    private static func address(of process: Process, in folder: URL) async throws -> URL {
        while true {
            let text = try String(contentsOf: log(in: folder), encoding: .utf8)
            if let found = text.firstMatch(of: /listening on (127\.0\.0\.1:\d+)\n/)?.output.1,
                let address = URL(string: "http://\(found)")
            {
                return address
            }
            guard process.isRunning else { throw DidNotStart(log: text) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Lists products with a picture each, oldest first.
    func listMany(_ count: Int) async throws {
        for number in 1...count { try await list("Chair \(number)", pictures: [TestPicture.png(number)]) }
    }

    /// Lists a product as another seller does.
    @discardableResult
    func list(
        _ name: String,
        price: Int64 = 35_000,
        stock: Int64 = 3,
        attributes: ListingAttributes = .none,
        contact: String? = nil,
        pictures: [Data]? = nil
    ) async throws -> DetailedProduct {
        try await seller.list(
            NewListing(
                draft: ProductDraft(
                    name: name,
                    description: "About \(name).",
                    price: DecimalAmount(price),
                    currency: .krw,
                    stock: DecimalAmount(stock),
                    contact: contact,
                    category: attributes.category,
                    condition: attributes.condition?.rawValue,
                    handover: attributes.handover?.rawValue,
                    place: attributes.place
                ),
                images: (pictures ?? [TestPicture.png()]).map { .bytes($0) },
                secret: "open sesame"
            ),
            key: UUID(),
            progress: { _ in }
        )
    }
}
