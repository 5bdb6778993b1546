/// The widths in which pages show a picture, as WebP: a closed set, so that nobody can ask for ever new ones.
///
/// The smallest is a card or row (96 to 240 points, one file for both, so that switching the view loads nothing), the
/// others are a product's pictures: on a phone's screen of two pixels a point, and on one of three or a desktop's.
public enum WebPictureWidth: Int, CaseIterable, Hashable, Sendable, Comparable {
    case card = 400
    case screen = 800
    case large = 1280

    /// In pixels; a picture that is narrower keeps its own width.
    public var pixels: Int { rawValue }

    public static func < (one: WebPictureWidth, other: WebPictureWidth) -> Bool { one.pixels < other.pixels }
}
