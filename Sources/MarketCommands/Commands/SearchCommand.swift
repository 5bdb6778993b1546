import ArgumentParser

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "List the products that match all of some words.",
        discussion: """
            The words may be in the name, the description, the seller's name, or the place, in any order. Parts of words \
            match, too, and so do the initial consonants of Korean words. If nothing matches a word, it is treated as a typo.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The words to search for.")
    var words: [String]

    @OptionGroup var listing: ListOptions
    @OptionGroup var market: MarketOptions

    /// The words, separated by single spaces.
    private var text: String {
        words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
    }

    func validate() throws {
        // An empty search would list everything.
        if text.isEmpty { throw ValidationError("Say what to look for.") }
    }

    func run() async throws {
        try await listing.show(search: text, market)
    }
}
