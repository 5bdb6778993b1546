// Read from:
// - https://developer.apple.com/documentation/photosui/phpickerviewcontroller
// - https://developer.apple.com/documentation/photosui/phpickerconfiguration-swift.struct

@_exported public import UIKit

@available(iOS 14.0, *) public struct PHPickerFilter: Equatable, Hashable, Sendable {
    public static var images: PHPickerFilter { fatalError() }
}

@available(iOS 14.0, *) public struct PHPickerConfiguration: Equatable, Hashable, Sendable {
    public enum AssetRepresentationMode: Int, Sendable {
        case current = 1
    }
    @available(iOS 15.0, *) public enum Selection: Int, Sendable {
        case ordered = 1
    }
    public var preferredAssetRepresentationMode: AssetRepresentationMode
    @available(iOS 15.0, *) public var selection: Selection
    public var selectionLimit: Int
    public var filter: PHPickerFilter?
    public init() { fatalError() }
}

@available(iOS 14.0, *) public struct PHPickerResult: Equatable, Hashable {
    public let itemProvider: NSItemProvider
}

@available(iOS 14.0, *) @MainActor public protocol PHPickerViewControllerDelegate: AnyObject {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

@available(iOS 14.0, *) public final class PHPickerViewController: UIViewController {
    public weak var delegate: (any PHPickerViewControllerDelegate)?
    public required init(configuration: PHPickerConfiguration) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
}
