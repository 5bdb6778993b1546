import MarketClient
import MarketTexts
import MarketViewModels
import UIKit

/// The buttons of the bar: list or grid, order with what is in stock, and the filter.
extension ListViewController {
    func renderBar() {
        let web = session.texts.web
        let isList = model.layout == .list
        let layout = UIBarButtonItem(
            primaryAction: UIAction(image: UIImage(systemName: isList ? "square.grid.2x2" : "list.bullet")) {
                [weak self] _ in self?.toggleLayout()
            }
        )
        layout.accessibilityLabel = web[isList ? .gridView : .listView]
        let order = UIBarButtonItem(
            image: UIImage(systemName: "arrow.up.arrow.down"),
            menu: UIMenu(children: [orderMenu, stockAction])
        )
        order.accessibilityLabel = web[.sortBy]
        navigationItem.rightBarButtonItems = [layout, filterButton, order]
        navigationItem.prompt = model.total
    }

    /// Its drawing is filled while something is chosen, and its label says how much.
    private var filterButton: UIBarButtonItem {
        let count = model.activeFilterCount
        let symbol = "line.3.horizontal.decrease.circle"
        let button = UIBarButtonItem(
            primaryAction: UIAction(image: UIImage(systemName: count > 0 ? "\(symbol).fill" : symbol)) {
                [weak self] _ in self?.showFilter()
            }
        )
        let name = session.texts.web[.filter]
        button.accessibilityLabel = count > 0 ? "\(name) (\(count))" : name
        return button
    }

    private func showFilter() {
        let sheet = FilterViewController(model, session: session, offersCategories: scope.offersCategories)
        present(UINavigationController(rootViewController: sheet), animated: true)
    }

    private func toggleLayout() {
        keepingPlace { model.toggleLayout() }
    }

    private var orderMenu: UIMenu {
        let names: [(order: ProductListRequest.Order, name: WebString)] = [
            (.newest, .newest), (.cheapest, .priceUp), (.dearest, .priceDown), (.bumped, .lastBumped),
        ]
        return UIMenu(
            options: [.displayInline, .singleSelection],
            children: names.map { order, name in
                UIAction(title: session.texts.web[name], state: model.filter.order == order ? .on : .off) {
                    [weak self] _ in
                    self?.show { $0.order = order }
                }
            }
        )
    }

    private var stockAction: UIAction {
        UIAction(title: session.texts.web[.inStockOnly], state: model.filter.isInStock ? .on : .off) { [weak self] _ in
            self?.show { $0.isInStock.toggle() }
        }
    }

    /// Shows the list with a changed filter, from its top.
    func show(_ change: (inout ProductFilter) -> Void) {
        var filter = model.filter
        change(&filter)
        Task { await model.show(filter) }
    }
}
