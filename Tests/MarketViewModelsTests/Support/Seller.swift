import MarketAPI
import MarketModels

/// Lists and deletes products while others browse them.
protocol Seller: Sendable {
    /// Lists a product of its own, with another price, stock and name each time.
    func add() async throws -> DetailedProduct

    /// Deletes a product that ``add()`` has listed.
    func delete(_ id: Product.ID) async throws
}
