import CoreGraphics
import Foundation

public protocol UIContentConfiguration {}

public struct UIContentUnavailableConfiguration: UIContentConfiguration {
    public var image: UIImage?
    public var text: String?
    public var secondaryText: String?
    public var button = UIButton.Configuration.plain()
    public var buttonProperties = ButtonProperties()

    public struct ButtonProperties {
        public var primaryAction: UIAction?
    }

    package var isLoading = false

    public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }

    public static func loading() -> UIContentUnavailableConfiguration {
        var configuration = UIContentUnavailableConfiguration()
        configuration.isLoading = true
        return configuration
    }
}
