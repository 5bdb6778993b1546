import ArgumentParser
import Foundation
import MarketClient
import MarketModels

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the market or one of its products in a browser.",
        discussion: "If there's no browser to open, the address is printed."
    )

    @Argument(help: "The product's id; without it, the market's first page opens.")
    var id: Product.ID?

    @Flag(name: .customLong("print"), help: "Only print the address.")
    var prints = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        var page = try market.address()
        if let id {
            // Fails here if the product is deleted, instead of opening a page that says so.
            _ = try await market.client().product(id)
            page = try market.page(of: id)
        }
        if prints || !Self.open(page) { print(page.absoluteString) }
    }

    private static func open(_ page: URL) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        #if os(macOS)
        let opener = "/usr/bin/open"
        #else
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return false }
        let opener = "/usr/bin/xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(filePath: opener)
        process.arguments = [page.absoluteString]
        process.environment = environment
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
