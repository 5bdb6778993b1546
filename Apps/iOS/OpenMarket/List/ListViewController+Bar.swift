import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The buttons of a list's bar: list or grid, order with what is in stock, the filter, and loading the list anew. They stay
/// the same, so that VoiceOver keeps its place and an open menu stays open.
@MainActor
final class ListBar {
    let layout = UIBarButtonItem()
    let filter = UIBarButtonItem()
    let order = UIBarButtonItem()
    let refresh = UIBarButtonItem()

    private let model: ProductListModel
    private let interface: InterfaceTexts
    private let show: ((inout ProductFilter) -> Void) -> Void
    private var shown: (order: ProductQuery.Sort, isInStock: Bool)?

    /// - Parameters:
    ///   - toggleLayout: switches between rows and cards.
    ///   - showFilter: opens the filter.
    ///   - refreshList: loads the list anew.
    ///   - show: shows the list with a changed filter.
    init(
        _ model: ProductListModel,
        interface: InterfaceTexts,
        toggleLayout: @escaping () -> Void,
        showFilter: @escaping () -> Void,
        refreshList: @escaping () -> Void,
        show: @escaping ((inout ProductFilter) -> Void) -> Void
    ) {
        self.model = model
        self.interface = interface
        self.show = show
        layout.primaryAction = UIAction { _ in toggleLayout() }
        filter.primaryAction = UIAction { _ in showFilter() }
        refresh.primaryAction = UIAction(image: UIImage(systemName: "arrow.clockwise")) { _ in refreshList() }
        refresh.accessibilityLabel = interface[.refresh]
        order.image = UIImage(systemName: "arrow.up.arrow.down")
        order.accessibilityLabel = interface[.sortBy]
    }

    func render() {
        let isList = model.layout == .list
        layout.image = UIImage(systemName: isList ? "square.grid.2x2" : "list.bullet")
        layout.accessibilityLabel = interface[isList ? .gridView : .listView]
        // Its drawing is filled while something is chosen, and its label says how much.
        let count = model.activeFilterCount
        let symbol = "line.3.horizontal.decrease.circle"
        filter.image = UIImage(systemName: count > 0 ? "\(symbol).fill" : symbol)
        filter.accessibilityLabel = count > 0 ? "\(interface[.filter]) (\(count))" : interface[.filter]
        let chosen = (order: model.filter.order, isInStock: model.filter.isInStock)
        if shown.map({ $0 != chosen }) ?? true { order.menu = UIMenu(children: [orderMenu, stockAction]) }
        shown = chosen
    }

    private var orderMenu: UIMenu {
        UIMenu(
            options: [.displayInline, .singleSelection],
            children: ProductQuery.Sort.allCases.map { order in
                UIAction(title: interface.name(of: order), state: model.filter.order == order ? .on : .off) {
                    [show] _ in
                    show { $0.order = order }
                }
            }
        )
    }

    private var stockAction: UIAction {
        UIAction(title: interface[.inStockOnly], state: model.filter.isInStock ? .on : .off) { [show] _ in
            show { $0.isInStock.toggle() }
        }
    }
}

extension ListViewController {
    func makeBar() -> ListBar {
        ListBar(
            model,
            interface: session.texts.interface,
            toggleLayout: { [weak self] in self?.keepingPlace { self?.model.toggleLayout() } },
            showFilter: { [weak self] in self?.showFilter() },
            refreshList: { [weak self] in Task { await self?.model.refresh() } },
            show: { [weak self] in self?.show($0) }
        )
    }

    private func showFilter() {
        let sheet = FilterViewController(model, session: session, offersCategories: scope.offersCategories)
        presenter.present(UINavigationController(rootViewController: sheet), animated: true)
    }

    /// Shows the list with a changed filter, from its top.
    func show(_ change: (inout ProductFilter) -> Void) {
        var filter = model.filter
        change(&filter)
        Task { await model.show(filter) }
    }
}
