internal import MarketCore
internal import MarketModels

/// The keys of objects. Those of images are the names of their files, also in addresses, so links can lead directly to a bucket.
enum ImageKey {
    /// The key of the object with the market's name.
    static let market = "market"
    /// What the keys of removed images begin with.
    static let trash = "trash/"

    /// Returns the name of an image if the key is that of its full rendition.
    static func name(ofFull key: String) -> ImageName? {
        ImageName(key.prefix(ImageName.digitCount)).flatMap { $0.file(of: .full) == key ? $0 : nil }
    }
}
