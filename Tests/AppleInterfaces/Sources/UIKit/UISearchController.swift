import CoreGraphics
import Foundation

@MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    func updateSearchResults(for searchController: UISearchController)
    func updateSearchResults(
        for searchController: UISearchController,
        selecting searchSuggestion: any UISearchSuggestion
    )
}

extension UISearchResultsUpdating {
    public func updateSearchResults(
        for searchController: UISearchController,
        selecting searchSuggestion: any UISearchSuggestion
    ) {}
}

@MainActor public protocol UISearchBarDelegate: NSObjectProtocol {
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
}

open class UISearchBar: UIView {
    open weak var delegate: (any UISearchBarDelegate)?
    public let searchTextField = UISearchTextField(frame: .zero)
    open var text: String? = ""
    open var placeholder: String?
}

open class UISearchTextField: UITextField {}

open class UISearchController: UIViewController {
    public let searchBar = UISearchBar(frame: .zero)
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open var obscuresBackgroundDuringPresentation = true
    open var isActive = false {
        didSet { if oldValue != isActive { searchResultsUpdater?.updateSearchResults(for: self) } }
    }
    open var searchSuggestions: [any UISearchSuggestion]?

    public init(searchResultsController: UIViewController?) {
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }
}

@MainActor public protocol UISearchSuggestion: NSObjectProtocol {
    var localizedSuggestion: String? { get }
}

open class UISearchSuggestionItem: NSObject, UISearchSuggestion {
    open private(set) var localizedSuggestion: String?

    public init(localizedSuggestion: String, localizedDescription: String?, iconImage: UIImage?) {
        self.localizedSuggestion = localizedSuggestion
        super.init()
    }
}
