// Read from:
// - https://developer.apple.com/documentation/xcuiautomation/xcuiapplication
// - https://developer.apple.com/documentation/xcuiautomation/xcuielement
// - https://developer.apple.com/documentation/xcuiautomation/xcuielementquery
// - https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider
// - https://developer.apple.com/documentation/xcuiautomation/xcuiscreenshot
//
// XCTest itself is that of the toolchain.

public import Foundation

@MainActor open class XCUIElement: NSObject {
    open var exists: Bool { fatalError() }
    // Of XCUIElementAttributes.
    open var label: String { fatalError() }
    open var value: Any? { fatalError() }
    open func waitForExistence(timeout: TimeInterval) -> Bool { fatalError() }
    open func tap() { fatalError() }
    open func typeText(_ text: String) { fatalError() }
    open func swipeUp() { fatalError() }
    open func swipeDown() { fatalError() }
    // Of XCUIScreenshotProviding.
    open func screenshot() -> XCUIScreenshot { fatalError() }
    // Of XCUIElementTypeQueryProvider.
    open var buttons: XCUIElementQuery { fatalError() }
    open var cells: XCUIElementQuery { fatalError() }
    open var images: XCUIElementQuery { fatalError() }
    open var searchFields: XCUIElementQuery { fatalError() }
    open var secureTextFields: XCUIElementQuery { fatalError() }
    open var staticTexts: XCUIElementQuery { fatalError() }
    open var tabBars: XCUIElementQuery { fatalError() }
    open var textFields: XCUIElementQuery { fatalError() }
    open var textViews: XCUIElementQuery { fatalError() }
}

@MainActor open class XCUIElementQuery: NSObject {
    open var firstMatch: XCUIElement { fatalError() }
    open var allElementsBoundByIndex: [XCUIElement] { fatalError() }
    open func element(boundBy index: Int) -> XCUIElement { fatalError() }
    open subscript(key: String) -> XCUIElement { fatalError() }
}

@MainActor open class XCUIApplication: XCUIElement {
    public override init() { fatalError() }
    open var launchArguments: [String]
    open func launch() { fatalError() }
}

@MainActor open class XCUIScreenshot: NSObject {
    open var pngRepresentation: Data { fatalError() }
}
