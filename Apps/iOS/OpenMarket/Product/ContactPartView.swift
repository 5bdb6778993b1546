import MarketModels
import MarketTexts
import UIKit

/// A number, an address or a link of the seller: a button that uses it, and one that copies it.
final class ContactPartView: StackView {
    init(_ part: ContactPart, _ texts: ScreenTexts) {
        super.init([Self.openButton(part), Self.copyButton(part, texts)], axis: .horizontal, spacing: 8)
    }

    private static func openButton(_ part: ContactPart) -> UIButton {
        var configuration = UIButton.Configuration.gray()
        configuration.title = part.text
        configuration.image = UIImage(systemName: symbol(of: part.kind))
        configuration.imagePadding = 8
        let address = part.address.flatMap { URL(string: $0) }
        return UIButton(
            configuration: configuration,
            primaryAction: UIAction { _ in
                if let address { UIApplication.shared.open(address) }
            }
        )
    }

    private static func copyButton(_ part: ContactPart, _ texts: ScreenTexts) -> UIButton {
        var configuration = UIButton.Configuration.plain()
        configuration.title = texts.interface[.copy]
        let button = UIButton(
            configuration: configuration,
            primaryAction: UIAction { action in
                UIPasteboard.general.string = part.text
                let copied = texts.interface[.copied]
                (action.sender as? UIButton)?.configuration?.title = copied
                UIAccessibility.post(notification: .announcement, argument: copied)
            }
        )
        button.accessibilityLabel = texts.interface[.copy(part.text)]
        button.setContentHuggingPriority(.required, for: .horizontal)
        return button
    }

    private static func symbol(of kind: ContactPart.Kind) -> String {
        switch kind {
        case .phone: "phone"
        case .mail: "envelope"
        case .link: "link"
        case .text: "text.alignleft"
        }
    }
}
