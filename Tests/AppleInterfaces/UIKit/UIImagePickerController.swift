// Read from:
// - https://developer.apple.com/documentation/uikit/uiimagepickercontroller
// - https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate

open class UIImagePickerController: UINavigationController {
    public enum SourceType: Int, Sendable {
        case camera = 1
    }
    public struct InfoKey: Hashable, Sendable {
        public static var originalImage: UIImagePickerController.InfoKey { fatalError() }
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    // Inherited from NSObject.
    public convenience init() { fatalError() }
    open class func isSourceTypeAvailable(_ sourceType: UIImagePickerController.SourceType) -> Bool { fatalError() }
    open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?
    open var sourceType: UIImagePickerController.SourceType
}

@MainActor public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
    // All functions are optional.
    func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    )
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}
