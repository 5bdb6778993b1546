public import Foundation

/// A decoder that turns the bytes of an image file into an image that can be drawn.
///
/// An iOS app provides one that creates a `CGImage` with ImageIO.
public protocol ImageDecoding: Sendable {
    /// The type of decoded images.
    associatedtype Image: Sendable

    /// Decodes an image to the size in which it is displayed, with all its pixels ready.
    ///
    /// It is called off the main actor, up to ``ImageLoadingLimits/decodesAtOnce`` times concurrently. The bytes come
    /// from the network, so a decoder should check the declared dimensions and refuse images that are too large before
    /// it decodes them. When the calling task is cancelled, the result is no longer needed, and the decoder may throw.
    ///
    /// - Parameters:
    ///   - data: A complete file.
    ///   - size: The box in which the image is displayed, upright. The image keeps its aspect ratio and isn't enlarged;
    ///     ``PixelSize/scale(imageWidth:imageHeight:)`` says by how much it is made smaller. Nil for the full size.
    /// - Throws: Any error if the image can't be decoded. The loader reports it as
    ///   ``ImageLoadingError/undecodable(detail:)``.
    func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Image>
}

/// A decoded image and its memory cost.
public struct DecodedImage<Image: Sendable>: Sendable {
    /// The image, ready to be drawn.
    public let image: Image
    /// The size of the decoded pixels in memory, in bytes: width × height × 4 for RGBA with 8 bits.
    public let cost: Int

    /// Creates a decoded image.
    public init(image: Image, cost: Int) {
        self.image = image
        self.cost = cost
    }
}
