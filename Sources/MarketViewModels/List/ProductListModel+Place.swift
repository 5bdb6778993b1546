import MarketAPI
import MarketClient
public import MarketModels

/// The place in a list, over a relaunch of the app.
extension ProductListModel {
    /// Where somebody is, for the app to store when it is left; nil where the product is not in the list, as while it
    /// is being loaded: then what was stored before is still the place.
    ///
    /// - Parameters:
    ///   - product: which one stands first on the screen.
    ///   - offset: how far its upper edge is below that of the view, in the app's own units.
    public func place(of product: Product.ID, offset: Double = 0) -> ListPlace? {
        guard let index = products.firstIndex(where: { $0.id == product }) else { return nil }
        return ListPlace(filter: shownFilter, product: product, index: index, offset: offset)
    }

    /// Shows the list in which somebody was, with as many rows as it takes to stand where they stood, up to
    /// ``ListPlace/maximumRows``. Then ``restoredPlace`` says where to scroll: the product that stood first, or the one
    /// that has its place now if that is gone.
    ///
    /// Where no answer comes, ``load()`` tries it again.
    public func restore(_ place: ListPlace) async {
        keystrokes += 1
        searchText = place.filter.search
        filter = place.filter
        placeToRestore = place
        restoredPlace = nil
        await begin()
    }

    /// Tells that the app has scrolled to ``restoredPlace``.
    public func didShowRestoredPlace() {
        restoredPlace = nil
    }

    func forgetPlace() {
        placeToRestore = nil
        restoredPlace = nil
    }

    /// Whether there is more below an answer, and the place is not in it.
    func isPlaceBelow(_ answer: ProductListAnswer) -> Bool {
        guard let place = placeToRestore, answer.nextCursor != nil else { return false }
        // The newest come first: what is newer than the last one is above it, or gone.
        if place.filter.order == .newest, let last = answer.products.last, last.id < place.product { return false }
        return !answer.products.contains { $0.id == place.product }
    }

    /// Finds the place that was to be restored.
    ///
    /// - Returns: at which row it is; nil where there was none to be found.
    func findPlace(in content: ProductListContent) -> Int? {
        guard let place = placeToRestore else { return nil }
        forgetPlace()
        guard !content.products.isEmpty else { return nil }
        let found = content.products.firstIndex { $0.id == place.product }
        let index = found ?? min(place.index, content.products.count - 1)
        restoredPlace = ListPlace(
            filter: place.filter,
            product: content.products[index].id,
            index: index,
            offset: found == nil ? 0 : place.offset
        )
        return index
    }
}
