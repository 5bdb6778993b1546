import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketPostgres
import MarketS3
import MarketServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a market.",
        discussion: """
            Each setting can come from a flag, from a variable such as OPENMARKET_PORT, or from a JSON file given with \
            --config. Flags come first, then variables, then the file:

              {"port": 8080, "data": "/var/lib/openmarket", "trusted-proxy": "127.0.0.1"}

            Only the file and a variable can define the categories; 'openmarket category' then only lists them:

              {"categories": ["electronics=디지털 기기|Electronics", "electronics/phones=휴대폰|Phones"]}

            Stop it with Ctrl-C or SIGTERM. Requests in flight are finished first. No signal has it read the file again.

            Exits with 78 when a setting is wrong.
            """
    )

    @OptionGroup var settings: SettingOptions

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"))
    var config: String?

    /// What the settings are. Root reads the file, and then goes on as the owner of the data folder.
    private var read: ServerSettings?

    private enum CodingKeys: CodingKey {
        case settings, config
    }

    mutating func validate() throws {
        let read: ServerSettings
        do {
            read = try ServerSettings(reading: try sources())
            for address in [read.database, read.directDatabase].compactMap(\.self) {
                _ = try PostgresSettings(address: address)
            }
            _ = try read.images.map { try S3Location(address: $0) }
        } catch {
            Terminal.note("Error: \(error)")
            // EX_CONFIG of sysexits.h, with which the units have systemd give up: the next start would end like this one.
            throw ExitCode(78)
        }
        try Privileges.drop(toOwnerOf: read.dataFolder)
        self.read = read
    }

    func run() async throws {
        guard let read else { preconditionFailure("a command runs after it was validated") }
        try await MarketProcess(settings: read).run()
    }

    private func sources() throws -> SettingSources {
        var sources = [try settings.source(), try SettingSources.environment(ProcessInfo.processInfo.environment)]
        if let config {
            let content: Data
            do {
                content = try Data(contentsOf: URL(filePath: config))
            } catch {
                throw CommandFailure("Can't read the settings file \(config): \(error.explanation).")
            }
            do {
                sources.append(try SettingSources.file(content, path: config))
            } catch {
                throw CommandFailure("\(config): \(error)")
            }
        }
        return SettingSources(sources)
    }
}
