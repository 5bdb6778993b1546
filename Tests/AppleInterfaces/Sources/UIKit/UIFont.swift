import CoreGraphics
import Foundation

open class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let title1 = TextStyle(rawValue: "title1")
        public static let title2 = TextStyle(rawValue: "title2")
        public static let headline = TextStyle(rawValue: "headline")
        public static let subheadline = TextStyle(rawValue: "subheadline")
        public static let body = TextStyle(rawValue: "body")
        public static let footnote = TextStyle(rawValue: "footnote")
        public static let caption2 = TextStyle(rawValue: "caption2")
    }

    package let style: TextStyle

    package init(style: TextStyle) {
        self.style = style
        super.init()
    }

    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(style: style) }
}
