public import MarketAPI
public import MarketModels

/// The hearts of rows.
extension ProductListModel {
    /// Returns whether a product is a favorite; false if the app has no ``AppDependencies/favorites``.
    public func isFavorite(_ id: Product.ID) -> Bool {
        dependencies.favorites?.contains(id) ?? false
    }

    /// Adds a product to the favorites, or removes it.
    ///
    /// - Parameter product: The product as the list shows it.
    public func toggleFavorite(_ product: ListedProduct) async {
        await dependencies.favorites?.toggle(product)
    }
}
