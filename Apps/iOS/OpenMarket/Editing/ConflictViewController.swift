import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Shows both versions of the fields that somebody else has changed too. Nothing is saved before each is decided.
final class ConflictViewController: ViewController {
    private let model: EditModel
    private let session: MarketSession
    private let column = ColumnScrollView(spacing: 24)

    init(_ model: EditModel, session: MarketSession) {
        self.model = model
        self.session = session
        super.init(title: session.texts.interface[.conflictTitle])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        // One of the versions has to be chosen.
        isModalInPresentation = true
        column.fill(view)
        observeModels()
    }

    override func render() {
        guard case .editing(_, .conflict(let conflict)) = model.state else {
            presentingViewController?.dismiss(animated: true)
            return
        }
        let stack = column.stack
        for view in stack.arrangedSubviews { view.removeFromSuperview() }
        let advice = UILabel(.body)
        advice.text = model.failure
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
