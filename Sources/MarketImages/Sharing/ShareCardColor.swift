internal import CVipsShim

/// The colors of share images: those of the pages in the light mode (`Style/app.css`).
struct ShareCardColor {
    static let ground = ShareCardColor(0xFC, 0xFC, 0xFB)
    static let line = ShareCardColor(0xE2, 0xE2, 0xDF)
    static let ink = ShareCardColor(0x1A, 0x1A, 0x1C)
    static let grey = ShareCardColor(0x65, 0x65, 0x6B)
    static let accent = ShareCardColor(0xC2, 0x41, 0x0C)
    /// Fades the image of a product that is sold out.
    static let veil = ShareCardColor(0xFC, 0xFC, 0xFB, alpha: 0x8C)

    let red: UInt8
    let green: UInt8
    let blue: UInt8
    let alpha: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 0xFF) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// The color without its alpha, as Pango markup names it.
    var digits: String { "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    var drawn: market_draw_color { market_draw_color(red: red, green: green, blue: blue, alpha: alpha) }
}
