import ArgumentParser

/// `openmarket search`.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "List the products whose name or description match some words.",
        discussion: "Korean words of one or two syllables work, too.\n\n\(CommandExit.help)"
    )

    @Argument(help: "The words to search for.")
    var words: [String]

    @OptionGroup var listing: ListOptions
    @OptionGroup var market: MarketOptions

    func run() async throws {
        try await listing.show(search: words.joined(separator: " "), market)
    }
}
