public import Foundation

/// A square part of an image, in whole pixels inside of it.
public struct SquarePart: Hashable, Sendable {
    /// The distance from the left edge of the image.
    public let x: Int
    /// The distance from the top edge of the image.
    public let y: Int
    /// The length of the sides.
    public let side: Int

    /// Creates the part of an image that a square view shows, moved inside the image if it extends beyond it.
    ///
    /// - Parameters:
    ///   - visible: What the view shows, in the coordinates of the image as it is drawn.
    ///   - drawn: The size in which the whole image is drawn.
    ///   - width: The width of the image in pixels, at least 1.
    ///   - height: The height of the image in pixels, at least 1.
    public init(_ visible: CGRect, drawn: CGSize, width: Int, height: Int) {
        let scale = drawn.width > 0 ? Double(width) / Double(drawn.width) : 1
        let wanted = Double(visible.width) * scale
        let longest = min(width, height)
        side = wanted.isFinite ? max(1, min(longest, Int(wanted.rounded()))) : longest
        x = Self.place(Double(visible.minX) * scale, in: width - side)
        y = Self.place(Double(visible.minY) * scale, in: height - side)
    }

    private static func place(_ wanted: Double, in room: Int) -> Int {
        wanted.isFinite ? Int(min(max(0, wanted.rounded()), Double(room))) : 0
    }

    /// The part as a rectangle in pixels.
    public var rectangle: CGRect { CGRect(x: x, y: y, width: side, height: side) }
}
