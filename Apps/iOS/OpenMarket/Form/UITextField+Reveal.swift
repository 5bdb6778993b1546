import UIKit

extension UITextField {
    /// Adds a button that shows a password while it is typed, and hides it again.
    func addRevealButton(label: String) {
        let button = UIButton(configuration: .plain())
        button.configuration?.image = UIImage(systemName: "eye")
        button.accessibilityLabel = label
        button.on(.primaryActionTriggered) { [weak self, weak button] in
            guard let self else { return }
            isSecureTextEntry.toggle()
            button?.isSelected = !isSecureTextEntry
            button?.configuration?.image = UIImage(systemName: isSecureTextEntry ? "eye" : "eye.slash")
        }
        rightView = button
        rightViewMode = .always
    }
}
