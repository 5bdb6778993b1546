import MarketCore
import MarketModels

extension BrowseProducts {
    /// Reads a list for a request: in its client's turn, and not for a client that has gone.
    func callAsFunction(_ query: ProductQuery, _ context: MarketRequestContext) async throws -> ProductPage {
        let client = context.clientAddress
        guard query.longRead != nil, let presence = await ClientPresence.of(context.channel) else {
            return try await self(query, for: client)
        }
        return try await presence.cancellingWhenGone { try await self(query, for: client) }
    }
}
