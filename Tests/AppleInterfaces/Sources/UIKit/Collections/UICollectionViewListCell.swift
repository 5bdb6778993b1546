import CoreGraphics
import Foundation

public struct UICellAccessory {
    package let name: String

    @MainActor
    public static func disclosureIndicator() -> UICellAccessory { UICellAccessory(name: "disclosureIndicator") }
}

open class UICollectionViewListCell: UICollectionViewCell {
    open var accessories: [UICellAccessory] = []

    open override var contentConfiguration: (any UIContentConfiguration)? {
        didSet { showTexts() }
    }

    /// Shows the texts of the configuration in labels, as UIKit's content view does.
    private func showTexts() {
        guard let content = contentConfiguration as? UIListContentConfiguration else { return }
        for view in contentView.subviews { view.removeFromSuperview() }
        for text in [content.text, content.secondaryText] {
            guard let text else { continue }
            let label = UILabel(frame: .zero)
            label.text = text
            contentView.addSubview(label)
        }
    }
}

public struct UIListContentConfiguration: UIContentConfiguration {
    public var text: String?
    public var secondaryText: String?
    public var prefersSideBySideTextAndSecondaryText = false

    @MainActor
    public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration() }
}
