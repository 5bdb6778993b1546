import CoreGraphics
import Foundation

open class UIButton: UIControl {
    public struct Configuration: Sendable {

        public enum CornerStyle: Sendable {
            case dynamic
            case capsule
        }

        public enum Indicator: Sendable {
            case automatic
            case popup
        }

        package let style: String
        public var indicator = Indicator.automatic
        public var imagePlacement = NSDirectionalRectEdge.leading
        public var title: String?
        public var subtitle: String?
        public var image: UIImage?
        public var imagePadding: CGFloat = 0
        public var cornerStyle = CornerStyle.dynamic
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var showsActivityIndicator = false

        public static func plain() -> Configuration { Configuration(style: "plain") }
        public static func gray() -> Configuration { Configuration(style: "gray") }
        public static func tinted() -> Configuration { Configuration(style: "tinted") }
        public static func filled() -> Configuration { Configuration(style: "filled") }
    }

    open var configuration: Configuration?
    open var menu: UIMenu?
    open var showsMenuAsPrimaryAction = false

    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(frame: .zero)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
        self.configuration = configuration
        if configuration.title == nil, let title = primaryAction?.title, !title.isEmpty {
            self.configuration?.title = title
        }
        if configuration.image == nil { self.configuration?.image = primaryAction?.image }
    }
}
