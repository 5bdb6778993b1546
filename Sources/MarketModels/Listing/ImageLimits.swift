/// The bounds for one uploaded image (API.md, “Limits”), for whoever takes it and for whoever sends it.
public enum ImageLimits {
    public static let maximumByteCount = 20_000_000
    /// Width times height, as the file declares them.
    public static let maximumPixelCount = 50_000_000
    /// Of width and of height, in pixels. A decoder holds whole rows, and takes its time for each: a picture of few pixels
    /// in all can be a row of millions, or millions of rows. The longest panoramas of phones have some 16,000.
    public static let maximumSide = 30_000
}
