import MarketClient
import MarketViewModels
import UIKit

/// A product in a strip: its picture, name and price. A tap opens it.
final class ProductCard: UIControl {
    private static let side = 132.0

    /// - Parameter scale: the number of pixels of a point.
    init(_ row: ProductRow, from images: ImageLoader<ImageIODecoder>, scale: Double, open: @escaping () -> Void) {
        super.init(frame: .zero)
        let pixels = Int(Self.side * scale)
        let thumbnail = ThumbnailView()
        thumbnail.show(row.thumbnail, from: images, filling: PixelSize(width: pixels, height: pixels, mode: .fill))
        let name = Self.label(row.name, .subheadline, lines: 2)
        let stack = UIStackView(arrangedSubviews: [thumbnail, name, Self.label(row.price, .headline, lines: 0)])
        stack.axis = .vertical
        stack.spacing = 4
        // The card itself is tapped.
        stack.isUserInteractionEnabled = false
        stack.translatesAutoresizingMaskIntoConstraints = false
        addSubview(stack)
        NSLayoutConstraint.activate([
            thumbnail.widthAnchor.constraint(equalToConstant: Self.side),
            thumbnail.heightAnchor.constraint(equalToConstant: Self.side),
            stack.topAnchor.constraint(equalTo: topAnchor),
            stack.bottomAnchor.constraint(equalTo: bottomAnchor),
            stack.leadingAnchor.constraint(equalTo: leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: trailingAnchor),
        ])
        addAction(UIAction { _ in open() }, for: .touchUpInside)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = row.accessibilityLabel
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    private static func label(_ text: String, _ style: UIFont.TextStyle, lines: Int) -> UILabel {
        let label = UILabel()
        label.text = text
        label.font = .preferredFont(forTextStyle: style)
        label.adjustsFontForContentSizeCategory = true
        label.numberOfLines = lines
        return label
    }
}
