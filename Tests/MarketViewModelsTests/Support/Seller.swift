import MarketAPI
import MarketModels

/// Somebody who lists products and takes them off the market while others look at it.
protocol Seller: Sendable {
    /// Lists a product that nobody else touches; its price, stock and name are different ones each time.
    func add() async throws -> DetailedProduct

    /// Takes a product off the market that ``add()`` has listed.
    func delete(_ id: Product.ID) async throws
}
