public import Foundation

/// What makes an image that can be drawn out of the bytes of a picture.
///
/// An iOS app brings one on ImageIO that makes a `CGImage`; on Linux there is `VipsImageDecoder`.
public protocol ImageDecoding: Sendable {
    associatedtype Image: Sendable

    /// Decodes a picture to the size in which it will be shown, with all its pixels ready.
    ///
    /// It is called away from the main actor, as often at once as ``ImageLoadingLimits/decodesAtOnce`` says. The bytes
    /// come from the network: whatever declares more pixels than the decoder would take is to be refused before
    /// decoding. When the calling task is cancelled nobody waits any more, and the decoder may throw.
    ///
    /// - Parameters:
    ///   - data: a whole file.
    ///   - size: the box into which the image is to be fitted, upright and in its own proportions, and never enlarged;
    ///     nil for all its pixels.
    /// - Throws: anything, when no image can be made of it; askers get ``ImageLoadingError/undecodable(detail:)``.
    func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Image>
}
