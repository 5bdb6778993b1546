import Foundation
import UIKit

public struct PHPickerFilter: Equatable, Hashable, Sendable {
    let name: String
    public static let images = PHPickerFilter(name: "images")
}

public struct PHPickerConfiguration: Sendable {
    public enum AssetRepresentationMode: Int, Sendable {
        case automatic
        case current
    }

    public enum Selection: Int, Sendable {
        case `default`
        case ordered
    }

    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
    public var selection = Selection.default
    /// The maximum number of pictures, 0 for any number.
    public var selectionLimit = 1
    public var filter: PHPickerFilter?

    public init() {}
}

public struct PHPickerResult {
    public let itemProvider: NSItemProvider
}

@MainActor public protocol PHPickerViewControllerDelegate: AnyObject {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

public final class PHPickerViewController: UIViewController {
    let configuration: PHPickerConfiguration
    public weak var delegate: (any PHPickerViewControllerDelegate)?

    public required init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { return nil }

    /// Chooses pictures in order, at most as many as the configuration allows, and taps Add.
    package func choose(_ providers: [NSItemProvider]) {
        let limit = configuration.selectionLimit
        let chosen = limit == 0 ? providers[...] : providers.prefix(limit)
        delegate?.picker(self, didFinishPicking: chosen.map { PHPickerResult(itemProvider: $0) })
    }
}
