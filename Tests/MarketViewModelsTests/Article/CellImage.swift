import Foundation
import MarketClient

// ARTICLE: cell
/// The image of a cell, independent of the UI framework.
@MainActor
final class CellImage<Decoder: ImageDecoding> {
    private let images: ImageLoader<Decoder>
    private let draw: (Decoder.Image?) -> Void
    private var task: Task<Void, Never>?

    /// - Parameter draw: shows an image in the cell's view, or a placeholder for nil.
    init(_ images: ImageLoader<Decoder>, draw: @escaping (Decoder.Image?) -> Void) {
        self.images = images
        self.draw = draw
    }

    /// Shows another image, when the cell appears or is reused for another row.
    func show(_ url: URL, fitting size: PixelSize) {
        leave()
        // A cached image is drawn at once, so that the cell doesn't flicker.
        let known = images.cachedImage(for: url, fitting: size)
        draw(known)
        guard known == nil else { return }
        task = Task { [images, weak self] in
            let image = try? await images.image(for: url, fitting: size)
            // The cell may have been reused since the response arrived.
            guard !Task.isCancelled else { return }
            self?.draw(image)
        }
    }

    /// Cancels the request when the cell leaves the screen. The load ends unless others wait for it.
    func leave() {
        task?.cancel()
        task = nil
    }
}
// END
