import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Narrows a list by category, condition, hand-over, place and price. Nothing changes before it is applied.
final class FilterViewController: UIViewController {
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
    private let scrollView = UIScrollView()
    private var observation: ModelObservation?

    init(_ model: ProductListModel, session: MarketSession, offersCategories: Bool) {
        self.model = model
        self.session = session
        self.offersCategories = offersCategories
        content = FilterContent(model.filterForm)
        super.init(nibName: nil, bundle: nil)
        title = session.texts.interface[.filter]
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The sheet has no storyboard.")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        let interface = session.texts.interface
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            primaryAction: UIAction(title: interface[.cancel]) { [weak self] _ in self?.close() }
        )
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            primaryAction: UIAction(title: interface[.apply]) { [weak self] _ in self?.apply() }
        )
        clearButton.configuration?.title = interface[.clear]
        clearButton.addAction(UIAction { [weak self] _ in self?.clear() }, for: .primaryActionTriggered)
        layOut()
        observation = ModelObservation { [weak self] in self?.render() }
        loadCategories()
    }

    private func layOut() {
        let stack = UIStackView(arrangedSubviews: [notice] + rows + [clearButton])
        stack.axis = .vertical
        stack.spacing = 16
        for child in [scrollView, stack] as [UIView] { child.translatesAutoresizingMaskIntoConstraints = false }
        scrollView.keyboardDismissMode = .interactive
        scrollView.alwaysBounceVertical = true
        view.addSubview(scrollView)
        scrollView.addSubview(stack)
        let content = scrollView.contentLayoutGuide
        NSLayoutConstraint.activate([
            scrollView.topAnchor.constraint(equalTo: view.topAnchor),
            scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            scrollView.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
            stack.topAnchor.constraint(equalTo: content.topAnchor, constant: 16),
            stack.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -32),
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
            clearButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
        ])
    }

    private func render() {
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
        scrollView.scrollRectToVisible(row.convert(row.bounds, to: scrollView), animated: true)
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
