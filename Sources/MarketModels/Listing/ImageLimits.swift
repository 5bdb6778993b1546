/// The limits of an uploaded image (API.md, “Limits”), for the server and for clients.
public enum ImageLimits {
    /// The maximum size of a file, in bytes.
    public static let maximumByteCount = 20_000_000
    /// The maximum width times height in pixels, as the file declares them.
    public static let maximumPixelCount = 50_000_000
    /// The maximum width and height, in pixels. A decoder holds whole rows and spends time on each row, so an image
    /// with few pixels in total can still be a row of millions, or millions of rows. The longest phone panoramas have
    /// about 16,000 pixels.
    public static let maximumSide = 30_000
}
