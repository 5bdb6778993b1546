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
            keepText()
            button?.isSelected = !isSecureTextEntry
            button?.configuration?.image = UIImage(systemName: isSecureTextEntry ? "eye" : "eye.slash")
        }
        rightView = button
        rightViewMode = .always
    }

    /// Types the text of a field that has just become secure again: UIKit erases what was there before at the next key.
    private func keepText() {
        // A field that isn't in use is erased like any password, when it is used again.
        guard isSecureTextEntry, isFirstResponder, let typed = text, !typed.isEmpty else { return }
        // Only typing is reported, so that whoever listens gets the same text again and no empty one.
        text = nil
        insertText(typed)
    }
}
