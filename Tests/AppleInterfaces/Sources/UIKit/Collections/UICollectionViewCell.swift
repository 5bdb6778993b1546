import CoreGraphics
import Foundation

@MainActor open class UICollectionReusableView: UIView {
    package var reuseKey: AnyHashable?

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func prepareForReuse() {}
}

open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView(frame: .zero)
    var isSelected = false
    open var contentConfiguration: (any UIContentConfiguration)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.frame = bounds
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
