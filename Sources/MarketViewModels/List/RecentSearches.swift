/// What was searched for lately, the newest first.
enum RecentSearches {
    /// How many are remembered.
    static let maximumCount = 8

    /// Puts a text on top. The same in another letter case goes.
    static func adding(_ text: String, to searches: [String]) -> [String] {
        Array(([text] + removing(text, from: searches)).prefix(maximumCount))
    }

    static func removing(_ text: String, from searches: [String]) -> [String] {
        searches.filter { $0.lowercased() != text.lowercased() }
    }
}
