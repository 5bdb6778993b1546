// Read from:
// - https://developer.apple.com/documentation/uikit/uisearchcontroller
// - https://developer.apple.com/documentation/uikit/uisearchbar
// - https://developer.apple.com/documentation/uikit/uisearchresultsupdating
// - https://developer.apple.com/documentation/uikit/uisearchbardelegate
// - https://developer.apple.com/documentation/uikit/uisearchsuggestion

open class UISearchController: UIViewController {
    public init(searchResultsController: UIViewController?) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open var obscuresBackgroundDuringPresentation: Bool
    open var searchBar: UISearchBar { fatalError() }
    @available(iOS 16.0, *) open var searchSuggestions: [any UISearchSuggestion]?
}

open class UISearchBar: UIView {
    open weak var delegate: (any UISearchBarDelegate)?
    open var text: String?
    open var placeholder: String?
    @available(iOS 13.0, *) open var searchTextField: UISearchTextField { fatalError() }
}

@available(iOS 13.0, *) open class UISearchTextField: UITextField {}

@MainActor public protocol UISearchBarDelegate: NSObjectProtocol {
    // All functions are optional.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
}

@MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    func updateSearchResults(for searchController: UISearchController)
    // Optional.
    @available(iOS 16.0, *) func updateSearchResults(
        for searchController: UISearchController,
        selecting searchSuggestion: any UISearchSuggestion
    )
}

@available(iOS 16.0, *) @MainActor public protocol UISearchSuggestion: NSObjectProtocol {
    var localizedSuggestion: String? { get }
}

@available(iOS 16.0, *) @MainActor open class UISearchSuggestionItem: NSObject, UISearchSuggestion {
    public init(
        localizedSuggestion suggestion: String,
        localizedDescription description: String?,
        iconImage: UIImage?
    ) { fatalError() }
    open var localizedSuggestion: String? { fatalError() }
}
