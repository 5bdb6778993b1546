import MarketClient
import MarketModels

/// Loads products, a few at the same time. If the market can't be reached, no further ones are requested.
///
/// - Parameters:
///   - receive: Called with each result as it comes, and with the error for those that aren't requested; not any more when
///     the calling task was cancelled.
/// - Returns: The first error, other than that a product is gone.
@MainActor
func loadConcurrently<Answer: Sendable>(
    _ ids: [Product.ID],
    atOnce count: Int = 4,
    with load: @escaping @Sendable (Product.ID) async -> Result<Answer, MarketClientError>,
    receive: (Product.ID, Result<Answer, MarketClientError>) -> Void
) async -> MarketClientError? {
    var failure: MarketClientError?
    var waiting = ids[...]
    await withTaskGroup(of: (Product.ID, Result<Answer, MarketClientError>).self) { group in
        for id in waiting.prefix(count) { group.addTask { (id, await load(id)) } }
        waiting = waiting.dropFirst(count)
        for await (id, result) in group {
            guard !Task.isCancelled else { return }
            receive(id, result)
            if case .failure(let error) = result, !error.isGone {
                failure = failure ?? error
                if case .unreachable = error {
                    for id in waiting { receive(id, result) }
                    waiting = []
                }
            }
            if let next = waiting.popFirst() { group.addTask { (next, await load(next)) } }
        }
    }
    return failure
}
