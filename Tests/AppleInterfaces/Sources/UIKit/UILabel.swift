import CoreGraphics
import Foundation

public enum NSTextAlignment: Int, Sendable {
    case center = 1
    case natural = 4
}

@MainActor public protocol UIContentSizeCategoryAdjusting: NSObjectProtocol {
    var adjustsFontForContentSizeCategory: Bool { get set }
}

open class UILabel: UIView, UIContentSizeCategoryAdjusting {
    open var text: String? {
        didSet { isAccessibilityElement = true }
    }
    open var attributedText: NSAttributedString? {
        get { attributed }
        set {
            text = newValue?.string
            attributed = newValue
        }
    }
    private var attributed: NSAttributedString?
    open var font: UIFont! = .preferredFont(forTextStyle: .body)
    open var textColor: UIColor! = .label
    open var textAlignment = NSTextAlignment.natural
    open var numberOfLines = 1
    open var adjustsFontForContentSizeCategory = false
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
}

public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let single = NSUnderlineStyle(rawValue: 1)
}
