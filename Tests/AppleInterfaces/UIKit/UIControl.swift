// Read from:
// - https://developer.apple.com/documentation/uikit/uicontrol
// - https://developer.apple.com/documentation/uikit/uibutton
// - https://developer.apple.com/documentation/uikit/uibutton/configuration-swift.struct
// - https://developer.apple.com/documentation/uikit/uiswitch
// - https://developer.apple.com/documentation/uikit/uidatepicker

@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var touchUpInside: UIControl.Event { fatalError() }
        public static var valueChanged: UIControl.Event { fatalError() }
        public static var primaryActionTriggered: UIControl.Event { fatalError() }
        public static var editingChanged: UIControl.Event { fatalError() }
        public static var editingDidEnd: UIControl.Event { fatalError() }
        public static var editingDidEndOnExit: UIControl.Event { fatalError() }
    }
    public enum ContentHorizontalAlignment: Int, Sendable {
        case leading = 4
    }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var isEnabled: Bool
    open var isSelected: Bool
    open var contentHorizontalAlignment: UIControl.ContentHorizontalAlignment
    @available(iOS 14.0, *) open var showsMenuAsPrimaryAction: Bool
    @available(iOS 14.0, *) open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) { fatalError() }
}

open class UIButton: UIControl {
    @available(iOS 15.0, *) public struct Configuration {
        public enum CornerStyle {
            case capsule
        }
        @available(iOS 16.0, *) public enum Indicator {
            case popup
        }
        public static func plain() -> UIButton.Configuration { fatalError() }
        public static func gray() -> UIButton.Configuration { fatalError() }
        public static func tinted() -> UIButton.Configuration { fatalError() }
        public static func filled() -> UIButton.Configuration { fatalError() }
        public var title: String?
        public var subtitle: String?
        public var image: UIImage?
        public var imagePlacement: NSDirectionalRectEdge
        public var imagePadding: CGFloat
        public var cornerStyle: UIButton.Configuration.CornerStyle
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var showsActivityIndicator: Bool
        @available(iOS 16.0, *) public var indicator: UIButton.Configuration.Indicator
    }
    @available(iOS 15.0, *)
    public convenience init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) { fatalError() }
    @available(iOS 15.0, *) open var configuration: UIButton.Configuration?
    @available(iOS 14.0, *) open var menu: UIMenu?
}

open class UISwitch: UIControl {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var isOn: Bool
}

@available(iOS 13.4, *) public enum UIDatePickerStyle: Int, Sendable {
    case compact = 2
}

open class UIDatePicker: UIControl {
    public enum Mode: Int, Sendable {
        case date = 1
    }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var datePickerMode: UIDatePicker.Mode
    @available(iOS 13.4, *) open var preferredDatePickerStyle: UIDatePickerStyle
    open var locale: Locale?
    open var calendar: Calendar!
    open var date: Date
    open var minimumDate: Date?
    open var maximumDate: Date?
}
