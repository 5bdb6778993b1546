/// A store whose search index can be made anew while the market is open.
public protocol SearchIndexRenewal: Sendable {
    /// Makes the search index anew if it was made with another folding, and otherwise completes it, in small steps concurrently
    /// with other work. Until then, searches find what is indexed.
    ///
    /// - Parameter folding: ``SearchFolding/version``; another one in tests.
    /// - Returns: the number of products that were indexed.
    func renewSearchIndex(foldedAs folding: Int64) async throws(MarketError) -> Int
}
