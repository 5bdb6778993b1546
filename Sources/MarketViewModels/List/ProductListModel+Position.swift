import MarketAPI
import MarketClient
public import MarketModels

/// Restoring the position in a list after a relaunch.
extension ProductListModel {
    /// Returns the current position, for the app to store when it is closed. Nil if the product is not in the list, for
    /// example while it is being loaded; then the previously stored position is still valid.
    ///
    /// - Parameters:
    ///   - product: The first visible product.
    ///   - offset: The distance from the view's top edge to the row's top edge, in the app's own units.
    public func position(of product: Product.ID, offset: Double = 0) -> ListPosition? {
        guard let index = products.firstIndex(where: { $0.id == product }) else { return nil }
        return ListPosition(filter: shownFilter, product: product, index: index, offset: offset)
    }

    /// Shows the list of a stored position, with as many rows as are needed to reach it, up to
    /// ``ListPosition/maximumRows``. Then ``restoredPosition`` is the position to scroll to: that of the same product,
    /// or of the one in its place if it was deleted.
    ///
    /// If the request fails, ``load()`` retries it.
    public func restore(_ position: ListPosition) async {
        keystrokes += 1
        searchText = position.filter.search
        filter = position.filter
        positionToRestore = position
        restoredPosition = nil
        await begin()
    }

    /// Records that the app has scrolled to ``restoredPosition``.
    public func didShowRestoredPosition() {
        restoredPosition = nil
    }

    func discardRestoredPosition() {
        positionToRestore = nil
        restoredPosition = nil
    }

    /// Returns whether the position is not in the response but may be in a later page.
    func isPositionBelow(_ response: ProductListResponse) -> Bool {
        guard let position = positionToRestore, response.nextCursor != nil else { return false }
        // In a list of the newest products, one newer than the last product is above it or was deleted.
        if position.filter.order == .newest, let last = response.products.last, last.id < position.product {
            return false
        }
        return !response.products.contains { $0.id == position.product }
    }

    /// Looks up the position to restore.
    ///
    /// - Returns: The index of its row, or nil if there is no position to restore.
    func restorePosition(in content: ProductListContent) -> Int? {
        guard let position = positionToRestore else { return nil }
        discardRestoredPosition()
        guard !content.products.isEmpty else { return nil }
        let found = content.products.firstIndex { $0.id == position.product }
        let index = found ?? min(position.index, content.products.count - 1)
        restoredPosition = ListPosition(
            filter: position.filter,
            product: content.products[index].id,
            index: index,
            offset: found == nil ? 0 : position.offset
        )
        return index
    }
}
