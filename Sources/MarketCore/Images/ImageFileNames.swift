package import MarketModels

/// The names of an image's files, also in a bucket: `abcd….jpg`, `abcd…-thumb.jpg` and, once requested, `abcd…-400.webp`.
extension ImageName {
    package func file(of rendition: Rendition) -> String { hexDigits + Self.ending(of: rendition) }

    package func file(of width: WebImageWidth) -> String { hexDigits + Self.ending(of: width) }

    /// The names of all files that an image can have, that of the full rendition first.
    package var files: [String] {
        [file(of: .full), file(of: .thumbnail)] + WebImageWidth.allCases.map { file(of: $0) }
    }

    /// The image that a file belongs to; nil if it is another kind of file.
    package init?(ofFile name: String) {
        guard Self.endings.contains(String(name.dropFirst(Self.digitCount))) else { return nil }
        self.init(String(name.prefix(Self.digitCount)))
    }

    private static func ending(of rendition: Rendition) -> String {
        switch rendition {
        case .full: ".jpg"
        case .thumbnail: "-thumb.jpg"
        }
    }

    private static func ending(of width: WebImageWidth) -> String { "-\(width.pixels).webp" }

    private static let endings =
        Rendition.allCases.map { ending(of: $0) } + WebImageWidth.allCases.map { ending(of: $0) }
}
