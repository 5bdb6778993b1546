internal import MarketCore
internal import MarketHashing
internal import MarketModels

/// The keys of an image's objects, which are also the names of its files in addresses: `abcd….jpg`, `abcd…-thumb.jpg` and,
/// once requested, `abcd…-400.webp`. So links can lead directly to a bucket.
enum ImageKey {
    /// The key of the object with the market's name.
    static let market = "market"
    /// What the keys of removed images begin with.
    static let trash = "trash/"

    static func of(_ name: ImageName, _ rendition: Rendition) -> String { name.hexDigits + ending(of: rendition) }

    static func of(_ name: ImageName, _ width: WebImageWidth) -> String { name.hexDigits + ending(of: width) }

    /// Returns the keys of all objects that an image can have, that of the full rendition first.
    static func all(of name: ImageName) -> [String] {
        [of(name, .full), of(name, .thumbnail)] + WebImageWidth.allCases.map { of(name, $0) }
    }

    /// Returns the name of the image that an object belongs to, or nil if it is another kind of object.
    static func name(in key: String) -> ImageName? {
        guard endings.contains(String(key.dropFirst(ImageName.digitCount))) else { return nil }
        return ImageName(String(key.prefix(ImageName.digitCount)))
    }

    /// Returns the name of an image if the key is that of its full rendition.
    static func name(ofFull key: String) -> ImageName? {
        key.dropFirst(ImageName.digitCount) == ending(of: .full) ? ImageName(key.prefix(ImageName.digitCount)) : nil
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

extension ImageName {
    /// Whether these are the bytes of the full rendition: its name is their hash.
    func isHash(of bytes: [UInt8]) -> Bool {
        ImageName(digest: BLAKE2b.hash(bytes, byteCount: ImageName.digitCount / 2)) == self
    }
}
