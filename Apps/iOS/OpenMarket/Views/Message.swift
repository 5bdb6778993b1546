import UIKit

/// What a screen says instead of its content: one drawing, one sentence, what to do about it, and at most one button.
struct Message {
    var symbol: String
    var title: String
    var advice: String?
    /// The title of the button and what it does.
    var action: (title: String, perform: () -> Void)?

    @MainActor
    var configuration: UIContentUnavailableConfiguration {
        var configuration = UIContentUnavailableConfiguration.empty()
        configuration.image = UIImage(systemName: symbol)
        configuration.text = title
        configuration.secondaryText = advice
        if let action {
            configuration.button.title = action.title
            configuration.buttonProperties.primaryAction = UIAction { _ in action.perform() }
        }
        return configuration
    }
}

extension UIViewController {
    /// Shows a message in place of the content; nil for none.
    func showMessage(_ message: Message?) {
        contentUnavailableConfiguration = message?.configuration
    }

    /// Shows that the content is being loaded.
    func showWaiting() {
        contentUnavailableConfiguration = UIContentUnavailableConfiguration.loading()
    }
}
