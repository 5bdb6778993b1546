package import MarketModels

/// The names of an image's files, also in a bucket.
extension ImageName {
    package func file(of size: ImageFile.Size) -> String { ImageFile(self, size).fileName }

    /// The names of all files that an image can have, that of the full rendition first.
    package var files: [String] { ImageFile.Size.allCases.map { file(of: $0) } }

    /// The image that a file belongs to; nil if it is another kind of file.
    package init?(ofFile name: String) {
        guard let file = ImageFile(fileName: name) else { return nil }
        self = file.name
    }
}
