import MarketCore
import MarketModels

extension DeleteProduct {
    /// Erases a product as whoever may open the data folder.
    @discardableResult
    func erase(_ id: Product.ID) async throws(MarketError) -> Product {
        try await erase(id, reason: "why", by: OperatorAuthenticator.recentCommandLine)
    }
}
