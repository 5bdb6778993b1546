import ArgumentParser
import Foundation
import MarketClient
import MarketModels
import MarketTexts

/// The options of every command that uses a market.
struct MarketOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The market's address. (default: $OPENMARKET_SERVER or http://localhost:8080)",
            valueName: "url"
        )
    )
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The language of prices, stock, and the market's messages: \(Language.codes). (default: from $LC_ALL, $LC_MESSAGES, or $LANG)",
            valueName: "language"
        ),
        completion: .list(Language.allCases.map(\.rawValue))
    )
    var language: Language?

    @Option(
        help: ArgumentHelp(
            "The folder for your identity and saved passwords. (default: $OPENMARKET_IDENTITY or ~/.config/openmarket)",
            valueName: "folder"
        ),
        completion: .directory
    )
    var identity: String?

    func validate() throws {
        _ = try address()
    }

    var resolvedLanguage: Language {
        if let language { return language }
        let environment = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return Language.allCases.first { locale?.hasPrefix($0.rawValue) == true } ?? .english
    }

    /// Returns the normalized base URL of the market, because passwords and journals are stored under it.
    func address() throws -> URL {
        let variable = ProcessInfo.processInfo.environment["OPENMARKET_SERVER"].flatMap { $0.isEmpty ? nil : $0 }
        let text = server ?? variable ?? "http://localhost:8080"
        let whole = text.contains("://") ? text : "http://\(text)"
        guard var parts = URLComponents(string: whole), let scheme = parts.scheme?.lowercased(),
            let usualPort = ["http": 80, "https": 443][scheme], let host = parts.host?.lowercased(), !host.isEmpty
        else {
            throw ValidationError("'\(text)' isn't a market's address. Write it like https://market.example.")
        }
        parts.scheme = scheme
        parts.host = host
        if parts.port == usualPort { parts.port = nil }
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        (parts.query, parts.fragment) = (nil, nil)
        guard let url = parts.url else { throw ValidationError("'\(text)' isn't a market's address.") }
        return url
    }

    func store() -> FileIdentityStore {
        let environment = ProcessInfo.processInfo.environment
        func folder(_ variable: String) -> URL? {
            environment[variable].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        }
        if let chosen = identity.map({ URL(filePath: $0) }) ?? folder("OPENMARKET_IDENTITY") {
            return FileIdentityStore(folder: chosen)
        }
        let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
        let settings = folder("XDG_CONFIG_HOME") ?? home.appending(path: ".config")
        return FileIdentityStore(folder: settings.appending(path: "openmarket"))
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - seller: The seller, for commands that list products.
    ///   - retryAfterBudget: The total time that a request may wait because the server asks for it.
    func client(seller: SellerOptions? = nil, retryAfterBudget: Duration = .zero) async throws -> MarketAPIClient {
        let address = try address()
        var configuration = MarketAPIClient.Configuration(
            baseURL: address,
            transport: URLSessionTransport(connectionsPerHost: 16),
            language: resolvedLanguage.rawValue
        )
        configuration.retry.retryAfterBudget = retryAfterBudget
        if let seller {
            configuration.identifier = try await seller.identifier(in: address, store())
            configuration.vendorName = seller.name
        }
        return MarketAPIClient(configuration)
    }

    /// Returns the URL of a product's web page.
    func page(of id: Product.ID) throws -> URL {
        try address().appending(path: "products/\(id.rawValue)")
    }
}
