// Read from:
// - https://developer.apple.com/documentation/uikit/uicontentconfiguration-4fmpm
// - https://developer.apple.com/documentation/uikit/uilistcontentconfiguration-swift.struct
// - https://developer.apple.com/documentation/uikit/uicontentunavailableconfiguration-swift.struct
// - https://developer.apple.com/documentation/uikit/uicollectionviewlistcell
// - https://developer.apple.com/documentation/uikit/uicellaccessory-swift.struct

// Its functions, which only content views call, aren't declared.
@available(iOS 14.0, *) public protocol UIContentConfiguration {}

@available(iOS 14.0, *) public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
    public static func valueCell() -> UIListContentConfiguration { fatalError() }
    public var text: String?
    public var secondaryText: String?
    public var prefersSideBySideTextAndSecondaryText: Bool
}

@available(iOS 17.0, *) public struct UIContentUnavailableConfiguration: UIContentConfiguration {
    public struct ButtonProperties {
        public var primaryAction: UIAction?
    }
    public static func empty() -> UIContentUnavailableConfiguration { fatalError() }
    public static func loading() -> UIContentUnavailableConfiguration { fatalError() }
    public var image: UIImage?
    public var text: String?
    public var secondaryText: String?
    public var button: UIButton.Configuration
    public var buttonProperties: UIContentUnavailableConfiguration.ButtonProperties
}

@available(iOS 14.0, *) open class UICollectionViewListCell: UICollectionViewCell {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var accessories: [UICellAccessory]
}

@available(iOS 14.0, *) public struct UICellAccessory {
    public enum DisplayedState {
        case always
    }
    public enum LayoutDimension {}
    public struct DisclosureIndicatorOptions {
        public init(
            isHidden: Bool? = nil,
            reservedLayoutWidth: UICellAccessory.LayoutDimension? = nil,
            tintColor: UIColor? = nil
        ) { fatalError() }
    }
    public static func disclosureIndicator(
        displayed: UICellAccessory.DisplayedState = .always,
        options: UICellAccessory.DisclosureIndicatorOptions = DisclosureIndicatorOptions()
    ) -> UICellAccessory { fatalError() }
}
