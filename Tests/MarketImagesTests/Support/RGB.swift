/// An sRGB color, 0 to 255 each.
struct RGB: CustomStringConvertible {
    let red: Int
    let green: Int
    let blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    var description: String { "(\(red), \(green), \(blue))" }

    func isClose(to other: RGB, within distance: Int = 12) -> Bool {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) <= distance
    }

    static let white = RGB(255, 255, 255)
    // The corners of every scene.
    static let topLeft = RGB(200, 40, 40)
    static let topRight = RGB(40, 160, 60)
    static let bottomLeft = RGB(40, 60, 190)
    static let bottomRight = RGB(220, 200, 50)
}
