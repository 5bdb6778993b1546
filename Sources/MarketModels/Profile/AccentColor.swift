import Foundation

/// The color of links and buttons.
public struct AccentColor: Hashable, Sendable {
    private let red: UInt8
    private let green: UInt8
    private let blue: UInt8

    private init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads a color such as `#0b57d0` or `#05d`. Returns nil if the text is none.
    public init?(_ text: String) {
        guard text.hasPrefix("#") else { return nil }
        var digits = Array(text.utf8.dropFirst())
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        self.init(UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }

    /// The color as style sheets have it: `#0b57d0`.
    public var text: String {
        "#" + [red, green, blue].map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
    }

    /// The contrast with another color, from 1 to 21, as WCAG 2 defines it.
    public func contrast(with other: AccentColor) -> Double {
        let (darker, lighter) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// Whether text in this color can be read on pages of a scheme, and text on a button of this color.
    public func isReadable(on scheme: PageColors) -> Bool {
        scheme.all.allSatisfy { contrast(with: $0) >= PageColors.leastContrast }
    }

    /// Returns the nearest color that can be read on pages of a scheme: this one with as little black as necessary, or white on
    /// dark pages.
    public func readable(on scheme: PageColors) -> AccentColor {
        let colors = (0...255).lazy.map { mixed(with: scheme.textOfDefault, parts: $0) }
        return colors.first { $0.isReadable(on: scheme) } ?? scheme.textOfDefault
    }

    private func mixed(with other: AccentColor, parts: Int) -> AccentColor {
        func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Int(one) * (255 - parts) + Int(other) * parts + 127) / 255)
        }
        return AccentColor(mixed(red, other.red), mixed(green, other.green), mixed(blue, other.blue))
    }

    private var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

/// The colors of light or of dark pages that an accent color is seen with, as `app.css` has them.
public struct PageColors: Hashable, Sendable {
    /// The contrast that WCAG 2 asks for at level AA.
    public static let leastContrast = 4.5

    /// What the scheme is called.
    public let name: String
    /// What text in the accent color stands on: the page, and what is raised above it or filled.
    public let grounds: [AccentColor]
    /// The text on a button of the accent color.
    public let textOnAccent: AccentColor
    /// The color of links and buttons of a market that has none of its own.
    public let usualAccent: AccentColor
    /// Black or white, whichever can be read on the pages.
    fileprivate let textOfDefault: AccentColor

    fileprivate var all: [AccentColor] { grounds + [textOnAccent] }

    private init(_ name: String, _ grounds: [String], usualAccent: String, textOnAccent: String, text: String) {
        self.name = name
        self.grounds = grounds.compactMap { AccentColor($0) }
        guard let usualAccent = AccentColor(usualAccent), let textOnAccent = AccentColor(textOnAccent),
            let text = AccentColor(text), self.grounds.count == grounds.count
        else { preconditionFailure("a color of \(name) pages is none") }
        self.usualAccent = usualAccent
        self.textOnAccent = textOnAccent
        textOfDefault = text
    }

    /// The colors of light pages.
    public static let light = PageColors(
        "light",
        ["#fcfcfb", "#ffffff", "#f1f1ef"],
        usualAccent: "#c2410c",
        textOnAccent: "#ffffff",
        text: "#000000"
    )
    /// The colors of dark pages.
    public static let dark = PageColors(
        "dark",
        ["#111113", "#1c1c20", "#202024"],
        usualAccent: "#fb923c",
        textOnAccent: "#111113",
        text: "#ffffff"
    )
}
