import CoreGraphics
import Foundation

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

@MainActor open class UIAccessibilityCustomAction: NSObject {
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool

    open var name: String
    open var actionHandler: Handler?

    public init(name: String, actionHandler: Handler?) {
        self.name = name
        self.actionHandler = actionHandler
        super.init()
    }
}

public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let announcement = Notification(rawValue: 1008)
        public static let layoutChanged = Notification(rawValue: 1001)
    }

    @MainActor public static var isReduceMotionEnabled: Bool { DeviceSettings.current.reducesMotion }

    @MainActor
    public static func post(notification: Notification, argument: Any?) {
        DeviceSettings.current.announcements.append((notification, argument))
    }
}

/// The settings of the device that tests change, and what VoiceOver was told.
@MainActor package final class DeviceSettings {
    package static let current = DeviceSettings()
    package var reducesMotion = false
    package var announcements: [(notification: UIAccessibility.Notification, argument: Any?)] = []
}
