import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Shows both versions of the fields that somebody else has changed too. Nothing is saved before each is decided.
final class ConflictViewController: UIViewController {
    private let model: EditModel
    private let session: MarketSession
    private let stack = UIStackView()
    private var observation: ModelObservation?

    init(_ model: EditModel, session: MarketSession) {
        self.model = model
        self.session = session
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = session.texts.interface[.conflictTitle]
        view.backgroundColor = .systemBackground
        // One of the versions has to be chosen.
        isModalInPresentation = true
        layOut()
        observation = ModelObservation { [weak self] in self?.render() }
    }

    private func layOut() {
        let scrollView = UIScrollView()
        stack.axis = .vertical
        stack.spacing = 24
        for child in [scrollView, stack] as [UIView] { child.translatesAutoresizingMaskIntoConstraints = false }
        view.addSubview(scrollView)
        scrollView.addSubview(stack)
        let content = scrollView.contentLayoutGuide
        NSLayoutConstraint.activate([
            scrollView.topAnchor.constraint(equalTo: view.topAnchor),
            scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            stack.topAnchor.constraint(equalTo: content.topAnchor, constant: 16),
            stack.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -32),
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
        ])
    }

    private func render() {
        guard case .editing(_, .conflict(let conflict)) = model.state else {
            presentingViewController?.dismiss(animated: true)
            return
        }
        for view in stack.arrangedSubviews { view.removeFromSuperview() }
        let advice = UILabel()
        advice.text = model.failure
        advice.font = .preferredFont(forTextStyle: .body)
        advice.adjustsFontForContentSizeCategory = true
        advice.numberOfLines = 0
        stack.addArrangedSubview(advice)
        for difference in conflict.differences { stack.addArrangedSubview(row(difference)) }
        guard conflict.differences.count > 1 else { return }
        let app = session.texts.app
        stack.addArrangedSubview(
            button(app[.keepMine]) { [model] in model.keepMine() }
        )
        stack.addArrangedSubview(
            button(app[.takeTheirs]) { [model] in model.takeTheirs() }
        )
    }

    private func row(_ difference: EditConflict.Difference) -> UIView {
        let app = session.texts.app
        return DifferenceView(
            difference,
            session: session,
            keepMine: (app[.keepMine], { [model] in model.keepMine(in: difference.field) }),
            takeTheirs: (app[.takeTheirs], { [model] in model.takeTheirs(in: difference.field) })
        )
    }

    private func button(_ title: String, _ perform: @escaping () -> Void) -> UIButton {
        var configuration = UIButton.Configuration.gray()
        configuration.title = title
        return UIButton(configuration: configuration, primaryAction: UIAction { _ in perform() })
    }
}
