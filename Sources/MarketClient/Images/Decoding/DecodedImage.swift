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
