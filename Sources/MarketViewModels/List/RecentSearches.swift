/// The list of recent searches, newest first.
enum RecentSearches {
    /// The maximum number of searches.
    static let maximumCount = 8

    /// Adds a text at the front and removes the same text in other letter cases.
    static func adding(_ text: String, to searches: [String]) -> [String] {
        Array(([text] + removing(text, from: searches)).prefix(maximumCount))
    }

    static func removing(_ text: String, from searches: [String]) -> [String] {
        searches.filter { $0.lowercased() != text.lowercased() }
    }
}
