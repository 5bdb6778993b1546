import Foundation
import MarketClient

// ARTICLE: cell
/// The image of one cell, whatever the cell is made of.
@MainActor
final class CellImage<Decoder: ImageDecoding> {
    private let images: ImageLoader<Decoder>
    private let draw: (Decoder.Image?) -> Void
    private var task: Task<Void, Never>?

    /// - Parameter draw: puts an image into the cell's view, or a placeholder for nil.
    init(_ images: ImageLoader<Decoder>, draw: @escaping (Decoder.Image?) -> Void) {
        self.images = images
        self.draw = draw
    }

    /// Shows another image: the cell has come into view, or is used again for another row.
    func show(_ url: URL, fitting size: PixelSize) {
        leave()
        // What was there a moment ago is there at once, and doesn't flicker.
        let known = images.cachedImage(for: url, fitting: size)
        draw(known)
        guard known == nil else { return }
        task = Task { [images, weak self] in
            let image = try? await images.image(for: url, fitting: size)
            // The cell may have been used again between the answer and this line.
            guard !Task.isCancelled else { return }
            self?.draw(image)
        }
    }

    /// The cell has left the screen: what nobody else waits for is not loaded.
    func leave() {
        task?.cancel()
        task = nil
    }
}
// END
