/// An image that is ready to be drawn, and what it weighs.
public struct DecodedImage<Image: Sendable>: Sendable {
    public let image: Image
    /// Bytes that the decoded pixels take in memory: for RGBA of 8 bits, width × height × 4.
    public let cost: Int

    public init(image: Image, cost: Int) {
        self.image = image
        self.cost = cost
    }
}
