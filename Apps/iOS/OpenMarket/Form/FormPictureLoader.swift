import Foundation
import MarketAPI
import MarketClient
import MarketViewModels
import UIKit

/// Loads the pictures of a form: thumbnails from the market, and those of the device, which it decodes in the size that is shown.
@MainActor
final class FormPictureLoader {
    private let images: ImageLoader<ImageIODecoder>
    private let decoder = ImageIODecoder()

    init(_ images: ImageLoader<ImageIODecoder>) {
        self.images = images
    }

    /// Returns a picture that fills a square.
    ///
    /// - Parameter side: the side of the square in pixels.
    func image(of picture: FormImage, side: Int) async throws -> UIImage {
        // Twice the square, so that the shorter side of a usual picture fills it.
        let box = PixelSize(width: side * 2, height: side * 2)
        switch picture {
        case .kept(let kept): return UIImage(cgImage: try await images.image(for: kept.thumbnail, fitting: box).image)
        case .added(let added):
            let decoded = try await decoder.decode(try await Self.bytes(of: added.upload), fitting: box)
            return UIImage(cgImage: decoded.image.image)
        }
    }

    @concurrent
    private static func bytes(of upload: ImageUpload) async throws -> Data {
        switch upload {
        case .bytes(let bytes): bytes
        case .file(let file): try Data(contentsOf: file, options: .mappedIfSafe)
        }
    }
}
