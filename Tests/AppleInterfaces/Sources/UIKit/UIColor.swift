import CoreGraphics
import Foundation

open class UIColor: NSObject, @unchecked Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
        super.init()
    }

    public convenience init?(named name: String) { self.init(name: name) }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(name: "\(name) \(alpha)") }

    public static let label = UIColor(name: "label")
    public static let secondaryLabel = UIColor(name: "secondaryLabel")
    public static let tertiaryLabel = UIColor(name: "tertiaryLabel")
    public static let placeholderText = UIColor(name: "placeholderText")
    public static let systemBackground = UIColor(name: "systemBackground")
    public static let secondarySystemBackground = UIColor(name: "secondarySystemBackground")
    public static let secondarySystemFill = UIColor(name: "secondarySystemFill")
    public static let systemRed = UIColor(name: "systemRed")
    static let systemBlue = UIColor(name: "systemBlue")
    public static let black = UIColor(name: "black")
    public static let white = UIColor(name: "white")
    public static let clear = UIColor(name: "clear")
}
