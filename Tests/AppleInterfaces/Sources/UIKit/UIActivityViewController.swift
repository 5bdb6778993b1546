import CoreGraphics
import Foundation

open class UIActivityViewController: UIViewController {
    package let items: [Any]

    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        items = activityItems
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        items = []
        super.init(coder: coder)
    }
}

@MainActor open class UIActivity: NSObject {}
