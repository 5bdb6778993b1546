// What Foundation has on Apple's systems and not on Linux. Read from:
// - https://developer.apple.com/documentation/foundation/url/applicationsupportdirectory
// - https://developer.apple.com/documentation/foundation/nsitemprovider
// - https://developer.apple.com/documentation/foundation/nsuseractivity
// - https://developer.apple.com/documentation/foundation/indexpath (the initializer and `item` are UIKit's)
// - https://developer.apple.com/documentation/foundation/nsattributedstring/key

@_exported public import CoreGraphics
@_exported public import Foundation

extension URL {
    @available(iOS 16.0, *) public static var applicationSupportDirectory: URL { fatalError() }
    @available(iOS 16.0, *) public static var cachesDirectory: URL { fatalError() }
}

extension IndexPath {
    public init(item: Int, section: Int) { fatalError() }
    public var item: Int { fatalError() }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
}

public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static var single: NSUnderlineStyle { fatalError() }
}

open class NSItemProvider: NSObject, @unchecked Sendable {
    @available(iOS 11.0, *) open var suggestedName: String?
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool { fatalError() }
    @discardableResult
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress { fatalError() }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeBrowsingWeb = ""

open class NSUserActivity: NSObject {
    open var activityType: String { fatalError() }
    open var webpageURL: URL?
}
