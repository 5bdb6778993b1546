import UIKit

/// A sentence above or below the products, with a button if something can be done about it.
final class ListMessageCell: CollectionViewCell {
    private let label = UILabel(.subheadline, .secondaryLabel)
    private let button = UIButton(configuration: .tinted())
    private var perform: (() -> Void)?

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.textAlignment = .center
        button.on(.primaryActionTriggered) { [weak self] in self?.perform?() }
        let stack = StackView([label, button], spacing: 8)
        stack.alignment = .center
        contentView.fill(with: stack, inset: 16)
    }

    func show(_ message: ListMessage) {
        label.text = message.text
        button.isHidden = message.action == nil
        button.configuration?.title = message.action?.title
        perform = message.action?.perform
    }
}

/// What a list says above or below its products.
struct ListMessage {
    var text: String
    var action: (title: String, perform: () -> Void)?
}
