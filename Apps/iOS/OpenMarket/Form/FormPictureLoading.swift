import UIKit

/// Loads the pictures of a form's strip.
@MainActor
protocol FormPictureLoading: AnyObject {
    /// Returns a picture that fills a square.
    ///
    /// - Parameter side: the side of the square in pixels.
    func image(of source: FormPicture.Source, side: Int) async throws -> UIImage
}
