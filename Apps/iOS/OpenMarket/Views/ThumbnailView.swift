import Foundation
import MarketClient
import UIKit

/// A picture of a row or a card. It never shows the picture of another row, however late that arrives.
final class ThumbnailView: UIImageView {
    private struct Source {
        let url: URL
        let size: PixelSize
        let images: ImageLoader<ImageIODecoder>
    }

    /// The picture of this row, whether it is shown already or not.
    private var source: Source?
    private var isLoaded = false
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
    ///
    /// In another size than before, the picture stays until the one of the new size is there.
    func show(_ url: URL, from images: ImageLoader<ImageIODecoder>, filling size: PixelSize) {
        if url != source?.url {
            clear()
        } else if size != source?.size {
            stopLoading()
            isLoaded = false
        }
        source = Source(url: url, size: size, images: images)
        load()
    }

    /// Loads the picture unless it is there, for a row that is about to appear: it may come back without being filled
    /// again.
    func load() {
        guard let source, !isLoaded, loading == nil else { return }
        if let known = source.images.cachedImage(for: source.url, fitting: source.size) {
            isLoaded = true
            image = UIImage(cgImage: known.image)
            return
        }
        loading = Task { [weak self] in
            let drawing = try? await source.images.image(for: source.url, fitting: source.size)
            guard !Task.isCancelled, let self else { return }
            loading = nil
            guard let drawing else { return }
            isLoaded = true
            dissolve { self.image = UIImage(cgImage: drawing.image) }
        }
    }

    /// Stops loading, because the row has left the screen. What it shows stays.
    func stopLoading() {
        loading?.cancel()
        loading = nil
    }

    /// Removes the picture, because the row is about to show another product.
    func clear() {
        stopLoading()
        source = nil
        isLoaded = false
        image = nil
    }
}

/// A thumbnail beside what belongs to it, in a cell.
final class ThumbnailColumns: StackView {
    /// - Parameter side: the width and height of the thumbnail, in points.
    init(_ thumbnail: ThumbnailView, side: Double, _ other: UIView) {
        super.init([thumbnail, other], axis: .horizontal, spacing: 12)
        alignment = .top
        thumbnail.widthAnchor.constraint(equalToConstant: side).isActive = true
        thumbnail.heightAnchor.constraint(equalToConstant: side).isActive = true
    }

    func fill(_ contentView: UIView) {
        contentView.add(self) {
            topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12)
            bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -12)
            leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor)
            trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor)
        }
    }
}
