import MarketModels
import MarketTexts
import MarketViewModels
import Observation
import UIKit

/// Narrows a list by category, condition, hand-over, place and price. Nothing changes before it is applied.
final class FilterViewController: ViewController {
    let session: MarketSession
    let content: FilterContent
    /// Whether a category can be chosen.
    let offersCategories: Bool

    private let model: ProductListModel
    private lazy var rows = makeRows()
    private lazy var notice = NoticeView(retryTitle: session.texts.interface[.tryAgain]) { [weak self] in
        self?.loadCategories()
    }
    private let clearButton = UIButton(configuration: .gray())
    private lazy var column = ColumnScrollView([notice] + rows + [clearButton])

    init(_ model: ProductListModel, session: MarketSession, offersCategories: Bool) {
        self.model = model
        self.session = session
        self.offersCategories = offersCategories
        content = FilterContent(model.filterForm)
        super.init(title: session.texts.interface[.filter])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let interface = session.texts.interface
        navigationItem.leftBarButtonItem = UIBarButtonItem(interface[.cancel]) { [weak self] in self?.close() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(interface[.apply]) { [weak self] in self?.apply() }
        clearButton.configuration?.title = interface[.clear]
        clearButton.on(.primaryActionTriggered) { [weak self] in self?.clear() }
        clearButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        column.fill(view)
        observeModels()
        loadCategories()
    }

    override func render() {
        for row in rows { row.render() }
        notice.message = failure
        clearButton.isEnabled = model.activeFilterCount > 0
    }

    /// Why there are no categories to choose from.
    private var failure: String? {
        guard offersCategories, case .failed(let error) = session.dependencies.categories?.state else { return nil }
        return model.sentence(for: error)
    }

    private func loadCategories() {
        guard offersCategories else { return }
        Task { [categories = session.dependencies.categories] in await categories?.load() }
    }

    // MARK: Ways back to the list

    private func apply() {
        view.endEditing(true)
        content.wasTried = true
        guard let wrong = content.form.problems.first else {
            Task { [model, form = content.form] in await model.narrow(by: form) }
            return close()
        }
        guard let row = rows.first(where: { $0.parameter == wrong }) else { return }
        column.show(row, animated: true)
        UIAccessibility.post(notification: .layoutChanged, argument: row)
    }

    private func clear() {
        Task { [model] in await model.clearFilters() }
        close()
    }

    private func close() {
        presentingViewController?.dismiss(animated: true)
    }
}

/// What the sheet of the filter holds until it is applied.
@Observable
@MainActor
final class FilterContent {
    var form: FilterForm
    /// Whether to say what is wrong, which begins with the first attempt to apply it.
    var wasTried = false

    init(_ form: FilterForm) {
        self.form = form
    }
}
