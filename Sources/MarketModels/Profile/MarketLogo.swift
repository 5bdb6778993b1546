/// The operator's logo: one square picture, in the sizes in which it is shown.
public struct MarketLogo: Hashable, Sendable {
    /// The sizes, by the side in pixels.
    public enum Size: Int, CaseIterable, Sendable {
        /// In the header, and in tabs.
        case small = 64
        /// On home screens.
        case medium = 192
        /// Of the installed app, and in link previews.
        case large = 512
    }

    /// What the logo is called in the store and in the log.
    public static let settingName = "logo"
    /// The least width and height of a picture that can be the logo, in pixels.
    public static let leastSide = 192

    /// The hash of the largest size. Another logo has another name.
    public let name: ImageName
    /// A PNG in each size.
    private let files: [Size: [UInt8]]

    /// Creates a logo, or returns nil unless there is a file in each size.
    public init?(name: ImageName, files: [Size: [UInt8]]) {
        guard Size.allCases.allSatisfy({ files[$0]?.isEmpty == false }) else { return nil }
        self.name = name
        self.files = files
    }

    /// Returns the PNG in a size.
    public func bytes(_ size: Size) -> [UInt8] { files[size] ?? [] }

    /// Returns the name of the file in a size: `ab12…-192.png`.
    public func fileName(_ size: Size) -> String { "\(name.hexDigits)-\(size.rawValue).png" }

    public static func == (one: MarketLogo, other: MarketLogo) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
