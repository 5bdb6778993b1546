import ArgumentParser

/// `openmarket search`.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "List what has some words in its name, its description or its seller's name.",
        discussion: """
            All words have to be there, in any order. Parts of words are found, too, and Korean words by their initial \
            consonants. Where nothing has a word, it is taken for a typo of one that something has.

            \(CommandExit.help)
            """
    )

    @Argument(help: "What to look for.")
    var words: [String]

    @OptionGroup var listing: ListOptions
    @OptionGroup var market: MarketOptions

    func run() async throws {
        try await listing.show(search: words.joined(separator: " "), market)
    }
}
