/// An image as its pixels: upright, sRGB, 8 bits per channel.
public struct Bitmap: Hashable, Sendable {
    /// Pixels.
    public let width: Int
    public let height: Int
    /// 3 for red, green and blue; 4 where alpha follows them, which is not multiplied in.
    public let bytesPerPixel: Int
    /// Row by row from the top left, `width` × `height` × `bytesPerPixel` bytes.
    public let pixels: [UInt8]

    public init(width: Int, height: Int, bytesPerPixel: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height * bytesPerPixel, "As many bytes as the sides say.")
        self.width = width
        self.height = height
        self.bytesPerPixel = bytesPerPixel
        self.pixels = pixels
    }

    /// The bytes of one pixel.
    public subscript(x: Int, y: Int) -> ArraySlice<UInt8> {
        let start = (y * width + x) * bytesPerPixel
        return pixels[start..<start + bytesPerPixel]
    }
}
