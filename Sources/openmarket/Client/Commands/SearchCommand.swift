import ArgumentParser
import Foundation

/// `openmarket search`.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "List what has some words in its name or description.",
        discussion: "Korean words of one and two syllables are found, too.\n\n\(CommandExit.help)"
    )

    @Argument(help: "What to look for.")
    var words: [String]

    @OptionGroup var listing: ListOptions
    @OptionGroup var market: MarketOptions

    private var text: String { words.joined(separator: " ").trimmingCharacters(in: .whitespacesAndNewlines) }

    func validate() throws {
        guard !text.isEmpty else { throw ValidationError("Say what to look for. 'openmarket list' shows everything.") }
    }

    func run() async throws {
        try await listing.show(search: text, market)
    }
}
