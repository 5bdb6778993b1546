import ArgumentParser
import Foundation

/// `openmarket search`.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "List the products with some words in their name, description or seller's name.",
        discussion: """
            All words have to match, in any order. Parts of words and the initial consonants of Korean words match, too. \
            A word that nothing matches is taken for a typo of one that something does.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The words to search for.")
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
