import MarketAPI
import MarketModels
import Testing
import UIKit

@testable import OpenMarket

/// What people do in the market's list.
extension AppDriver {
    /// The screen of the market's list, with products in view.
    func marketList() async throws -> ListViewController {
        let screen = try await screen(ListViewController.self)
        try await wait("products") { !self.productCells(of: screen).isEmpty }
        return screen
    }

    func productCells(of screen: ListViewController) -> [ProductCell] {
        screen.collectionView.visibleCells.compactMap { $0 as? ProductCell }
    }

    /// The product whose cell is at the top of what is in view, and its distance from the top.
    func firstInView(of screen: ListViewController) -> (name: String, offset: Double)? {
        let view = screen.collectionView
        let top = view.contentOffset.y + view.adjustedContentInset.top
        for path in view.indexPathsForVisibleItems.sorted() {
            guard let cell = view.cellForItem(at: path) as? ProductCell, cell.frame.maxY > top else { continue }
            return (
                cell.accessibilityLabel?.split(separator: ",").first.map { String($0) } ?? "", cell.frame.minY - top
            )
        }
        return nil
    }

    /// The names of the products that are in view below the bars, in order.
    func productsInView(of screen: ListViewController) -> [String] {
        let view = screen.collectionView
        let top = view.contentOffset.y + view.adjustedContentInset.top
        return productCells(of: screen).filter { $0.frame.maxY > top }.compactMap { cell in
            cell.accessibilityLabel?.split(separator: ",").first.map { String($0) }
        }
    }

    /// Pulls the list down until it refreshes.
    func pull(_ list: UICollectionView) async throws {
        let control = try #require(list.refreshControl)
        control.beginRefreshing()
        control.sendActions(for: .valueChanged)
        await settle()
    }

    /// Types into the search field, one letter after the other.
    func search(for text: String) async throws {
        let search = try #require(screen?.navigationItem.searchController)
        search.isActive = true
        for end in text.indices {
            search.searchBar.text = String(text[...end])
            search.searchResultsUpdater?.updateSearchResults(for: search)
        }
        await settle()
    }

    /// Taps the search key of the keyboard.
    func submitSearch() async throws {
        let search = try #require(screen?.navigationItem.searchController)
        search.searchBar.delegate?.searchBarSearchButtonClicked(search.searchBar)
        await settle()
    }

    /// The recent searches under the empty search field.
    var suggestions: [String] {
        screen?.navigationItem.searchController?.searchSuggestions?.compactMap(\.localizedSuggestion) ?? []
    }

    /// The picture that a cell shows; nil for none.
    func picture(of cell: UICollectionViewCell) -> CGImage? {
        ScreenReader.visible(in: cell).compactMap { $0 as? ThumbnailView }.first?.image?.cgImage
    }
}
