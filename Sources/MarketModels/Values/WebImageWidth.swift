/// The widths of the WebP images in web pages: a closed set, so that clients can't request arbitrary ones.
///
/// The two smallest are for lists, the others for the product page: on phone screens with two pixels per point, and on
/// screens with three or desktops.
public enum WebImageWidth: Int, CaseIterable, Hashable, Sendable, Comparable {
    /// A row in a list (64 to 96 points) on a screen with at most two pixels per point.
    case row = 200
    /// A row on a screen with three pixels per point, or a card (96 to 240 points).
    case card = 400
    /// A product's image on a phone screen with two pixels per point.
    case screen = 800
    /// A product's image on a phone screen with three pixels per point, or on a desktop.
    case large = 1280

    /// The width in pixels; a narrower image keeps its own width.
    public var pixels: Int { rawValue }

    /// Compares by width.
    public static func < (one: WebImageWidth, other: WebImageWidth) -> Bool { one.pixels < other.pixels }
}
