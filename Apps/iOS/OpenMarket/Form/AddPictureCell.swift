import UIKit

/// The cell that adds pictures, from the library or the camera.
final class AddPictureCell: CollectionViewCell {
    private let button = UIButton(configuration: .gray())

    override init(frame: CGRect) {
        super.init(frame: frame)
        button.configuration?.image = UIImage(systemName: "camera")
        button.configuration?.imagePlacement = .top
        button.configuration?.imagePadding = 4
        button.showsMenuAsPrimaryAction = true
        button.frame = contentView.bounds
        button.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(button)
    }

    /// - Parameter count: how many pictures there are, and how many there can be.
    func configure(title: String, count: String, menu: UIMenu, isEnabled: Bool) {
        button.configuration?.title = count
        button.accessibilityLabel = title
        button.accessibilityValue = count
        button.menu = menu
        button.isEnabled = isEnabled
    }
}
