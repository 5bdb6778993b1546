/// The bounds for one uploaded image (API.md, “Limits”), for whoever takes it and for whoever sends it.
public enum ImageLimits {
    public static let maximumByteCount = 20_000_000
    /// Width times height, as the file declares them.
    public static let maximumPixelCount = 50_000_000
}
