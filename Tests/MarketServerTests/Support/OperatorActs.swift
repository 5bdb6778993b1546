import MarketCore
import MarketModels

extension DeleteProduct {
    /// Deletes a product as whoever may open the data folder.
    @discardableResult
    func remove(_ id: Product.ID) async throws(MarketError) -> Product {
        try await remove(id, reason: "why", by: OperatorAuthenticator.commandLine)
    }
}
