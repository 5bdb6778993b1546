import UIKit

/// The bar above a keyboard of digits, which has no return key.
final class NextBar: UIToolbar {
    init(title: String, goOn: @escaping () -> Void) {
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        autoresizingMask = .flexibleWidth
        items = [.flexibleSpace(), UIBarButtonItem(primaryAction: UIAction(title: title) { _ in goOn() })]
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The form has no storyboard.")
    }
}
