import MarketTexts
import MarketViewModels
import UIKit

/// The search field of the market's list: results while typing, and the recent searches while it is empty.
@MainActor
final class ListSearch: NSObject {
    let controller = UISearchController(searchResultsController: nil)
    private let model: ProductListModel

    init(_ model: ProductListModel, texts: ScreenTexts) {
        self.model = model
        super.init()
        controller.searchResultsUpdater = self
        controller.searchBar.delegate = self
        controller.searchBar.placeholder = texts.interface[.search]
        controller.obscuresBackgroundDuringPresentation = false
    }

    /// Shows the text and the recent searches of the model, for example after a relaunch.
    func render() {
        let bar = controller.searchBar
        // The model has what was typed already. Another text, such as a recent search, would end a syllable of Hangul that
        // is being composed.
        if bar.text != model.searchText, bar.searchTextField.markedTextRange == nil { bar.text = model.searchText }
        let recent = model.searchText.isEmpty ? model.recentSearches : []
        controller.searchSuggestions =
            recent.isEmpty
            ? nil
            : recent.map { text in
                UISearchSuggestionItem(
                    localizedSuggestion: text,
                    localizedDescription: nil,
                    iconImage: UIImage(systemName: "clock")
                )
            }
    }
}

extension ListSearch: UISearchResultsUpdating {
    func updateSearchResults(for searchController: UISearchController) {
        let text = searchController.searchBar.text ?? ""
        guard text != model.searchText else { return }
        // At once, so that `render()` doesn't put back what was typed before.
        model.type(text)
    }

    func updateSearchResults(
        for searchController: UISearchController,
        selecting searchSuggestion: any UISearchSuggestion
    ) {
        guard let text = searchSuggestion.localizedSuggestion else { return }
        Task { await model.submitSearch(for: text) }
    }
}

extension ListSearch: UISearchBarDelegate {
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
        Task { await model.submitSearch(for: searchBar.text ?? "") }
    }
}
