public import MarketModels

/// The use case of finding products that are like another one: of the same category, or with the same words in their
/// names.
public struct FindSimilar: Sendable {
    /// The number of words that are searched. Each is a read of its own.
    static let maximumWordCount = 3
    /// The number of products that each read returns.
    private static let candidateCount = 24

    let browseProducts: BrowseProducts

    /// Returns products for sale, those with most in common first, and the newest first among these.
    ///
    /// It makes a few reads, each within the time limit of every read and in the client's turn. A read that takes too
    /// long only leaves out what it would have found.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of products.
    ///   - client: The client that the reads are attributed to.
    /// - Throws: ``MarketError/busy`` or ``MarketError/interrupted`` as ``BrowseProducts``, or an error of the store.
    public func callAsFunction(
        _ product: Product,
        limit: Int,
        for client: ClientAddress
    ) async throws(MarketError) -> [ProductSummary] {
        var found: [Product.ID: (product: ProductSummary, score: Int)] = [:]
        for (query, score) in Self.queries(for: product) {
            for other in try await candidates(query, for: client) where other.id != product.id {
                // What is sold out is no alternative.
                guard other.shownStock > 0, other.state.isForSale else { continue }
                found[other.id] = (other, (found[other.id]?.score ?? 0) + score)
            }
        }
        let sorted = found.values.sorted { one, other in
            one.score != other.score ? one.score > other.score : one.product.id > other.product.id
        }
        return sorted.prefix(limit).map(\.product)
    }

    private func candidates(_ query: ProductQuery, for client: ClientAddress) async throws(MarketError)
        -> [ProductSummary]
    {
        do throws(MarketError) {
            let page = try await browseProducts(query, for: client)
            // A correction of a typo would be about something else.
            return page.correctedSearch == nil ? page.products : []
        } catch {
            if case .tooSlow = error { return [] }
            throw error
        }
    }

    /// The reads, and what a product scores by being in one. A common word says more than a common category.
    private static func queries(for product: Product) -> [(query: ProductQuery, score: Int)] {
        var queries: [(ProductQuery, Int)] = []
        if let category = product.listing.attributes.category {
            let filter = AttributeFilter(category: category)
            queries.append((ProductQuery(size: candidateCount, isInStock: true, filter: filter), 2))
        }
        for word in words(of: product.listing.name) {
            guard let search = ProductSearch(word, in: .name) else { continue }
            queries.append((ProductQuery(size: candidateCount, isInStock: true, search: search), 3))
        }
        return queries
    }

    /// Returns the longest words of a name, in which sizes and amounts are left out.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        for word in SearchText.words(of: name) where word.count > 1 && !word.contains(where: \.isNumber) {
            if !words.contains(word) { words.append(word) }
        }
        let longest = words.enumerated().sorted { one, other in
            one.element.count != other.element.count
                ? one.element.count > other.element.count : one.offset < other.offset
        }
        return longest.prefix(maximumWordCount).map(\.element)
    }
}
