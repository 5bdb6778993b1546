import CoreGraphics
import Foundation

open class UIToolbar: UIView {
    open var items: [UIBarButtonItem]? = []

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }
}

extension UIBarButtonItem {
    public class func flexibleSpace() -> Self {
        let item = UIBarButtonItem(systemItem: .flexibleSpace)
        return unsafeDowncast(item, to: self)
    }
}
