import Foundation
import MarketClient
import UIKit

/// A picture of a row or a card. It never shows the picture of another row, however late that arrives.
final class ThumbnailView: UIImageView {
    private var shown: URL?
    private var loading: Task<Void, Never>?

    init() {
        super.init(frame: .zero)
        backgroundColor = .secondarySystemBackground
        contentMode = .scaleAspectFill
        clipsToBounds = true
        layer.cornerRadius = 8
        // The row says what the picture shows.
        isAccessibilityElement = false
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    /// Shows a picture: at once if it is in memory, otherwise when it arrives.
    func show(_ url: URL, from images: ImageLoader<ImageIODecoder>, fitting size: PixelSize) {
        guard url != shown else { return }
        clear()
        shown = url
        if let known = images.cachedImage(for: url, fitting: size) {
            image = UIImage(cgImage: known.image)
            return
        }
        loading = Task { [weak self] in
            guard let drawing = try? await images.image(for: url, fitting: size),
                !Task.isCancelled, let self, shown == url
            else { return }
            dissolve(to: UIImage(cgImage: drawing.image))
        }
    }

    /// Cancels loading, because the row is reused or has left the screen.
    func clear() {
        loading?.cancel()
        loading = nil
        shown = nil
        image = nil
    }

    private func dissolve(to image: UIImage) {
        guard !UIAccessibility.isReduceMotionEnabled else {
            self.image = image
            return
        }
        UIView.transition(with: self, duration: 0.2, options: .transitionCrossDissolve) { self.image = image }
    }
}
