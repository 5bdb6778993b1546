// Read from:
// - https://developer.apple.com/documentation/uikit/uicolor and its pages of standard and element colors
// - https://developer.apple.com/documentation/uikit/uifont
// - https://developer.apple.com/documentation/uikit/uiimage

open class UIColor: NSObject, @unchecked Sendable {
    @available(iOS 11.0, *) public convenience init?(named name: String) { fatalError() }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { fatalError() }
    open class var black: UIColor { fatalError() }
    open class var white: UIColor { fatalError() }
    open class var clear: UIColor { fatalError() }
    open class var systemRed: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var label: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var secondaryLabel: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var tertiaryLabel: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var placeholderText: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var systemBackground: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var secondarySystemBackground: UIColor { fatalError() }
    @available(iOS 13.0, *) open class var secondarySystemFill: UIColor { fatalError() }
}

open class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: Hashable, Sendable {
        public static var title1: UIFont.TextStyle { fatalError() }
        public static var title2: UIFont.TextStyle { fatalError() }
        public static var headline: UIFont.TextStyle { fatalError() }
        public static var subheadline: UIFont.TextStyle { fatalError() }
        public static var body: UIFont.TextStyle { fatalError() }
        public static var footnote: UIFont.TextStyle { fatalError() }
        public static var caption2: UIFont.TextStyle { fatalError() }
    }
    open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont { fatalError() }
}

open class UIImage: NSObject, @unchecked Sendable {
    @available(iOS 13.0, *) public init?(systemName name: String) { fatalError() }
    public init(cgImage: CGImage) { fatalError() }
    open var cgImage: CGImage? { fatalError() }
    open var size: CGSize { fatalError() }
    open func jpegData(compressionQuality: CGFloat) -> Data? { fatalError() }
}
