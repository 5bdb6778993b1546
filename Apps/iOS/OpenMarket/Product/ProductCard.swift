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
        let (name, price) = (UILabel(.subheadline, lines: 2), UILabel(.headline))
        (name.text, price.text) = (row.name, row.price)
        let stack = StackView([thumbnail, name, price], spacing: 4)
        // The card itself is tapped.
        stack.isUserInteractionEnabled = false
        fill(with: stack)
        NSLayoutConstraint.activate([
            thumbnail.widthAnchor.constraint(equalToConstant: Self.side),
            thumbnail.heightAnchor.constraint(equalToConstant: Self.side),
        ])
        on(.touchUpInside, perform: open)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = row.accessibilityLabel
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }
}
