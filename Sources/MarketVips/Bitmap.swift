/// An image as pixels: upright, sRGB, 8 bits per channel.
public struct Bitmap: Hashable, Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The number of bytes per pixel: 3 for RGB, 4 for RGB followed by non-premultiplied alpha.
    public let bytesPerPixel: Int
    /// The pixels row by row from the top left, `width` × `height` × `bytesPerPixel` bytes.
    public let pixels: [UInt8]

    /// Creates a bitmap. The number of bytes in `pixels` must match the size.
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
