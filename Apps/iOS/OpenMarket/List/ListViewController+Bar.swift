import MarketClient
import MarketTexts
import MarketViewModels
import UIKit

/// The buttons of the bar: list or grid, order, and what is in stock.
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
        let filter = UIBarButtonItem(
            image: UIImage(systemName: "line.3.horizontal.decrease"),
            menu: UIMenu(children: [orderMenu, stockAction])
        )
        filter.accessibilityLabel = web[.sortBy]
        navigationItem.rightBarButtonItems = [layout, filter]
        navigationItem.prompt = model.total
    }

    private func toggleLayout() {
        keepingPlace { model.toggleLayout() }
    }

    private var orderMenu: UIMenu {
        let names: [(order: ProductListRequest.Order, name: WebString)] = [
            (.newest, .newest), (.cheapest, .priceUp), (.dearest, .priceDown),
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
