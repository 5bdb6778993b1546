import MarketTexts
import MarketViewModels
import UIKit

/// The pictures of a product, one at a time in the full width, with “2 / 5” and dots.
final class GalleryView: View {
    private let model: ProductModel<Drawing>
    private let pages: PicturePager
    private let placeLabel = UILabel(.footnote, lines: 1)
    private let dots = UIPageControl()

    /// - Parameter open: shows a picture large, by its index.
    init(_ model: ProductModel<Drawing>, texts: ScreenTexts, open: @escaping (Int) -> Void) {
        self.model = model
        pages = PicturePager(model, retryTitle: texts.interface[.tryAgain], open: open)
        super.init(frame: .zero)
        backgroundColor = .secondarySystemBackground
        placeLabel.isAccessibilityElement = false
        dots.hidesForSinglePage = true
        dots.pageIndicatorTintColor = .tertiaryLabel
        dots.currentPageIndicatorTintColor = .label
        dots.accessibilityLabel = texts.interface[.chooseImage]
        dots.on(.valueChanged) { [weak dots] in if let dots { model.showImage(dots.currentPage) } }
        fill(with: pages)
        let square = heightAnchor.constraint(equalTo: widthAnchor)
        // On its side, the phone is wider than high.
        square.priority = .defaultHigh
        add(placeLabel, dots) {
            square
            placeLabel.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16)
            placeLabel.topAnchor.constraint(equalTo: topAnchor, constant: 16)
            dots.centerXAnchor.constraint(equalTo: centerXAnchor)
            dots.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -8)
        }
    }

    func render() {
        pages.render()
        placeLabel.show(model.place)
        dots.numberOfPages = model.gallery.slots.count
        dots.currentPage = model.gallery.current
    }
}
