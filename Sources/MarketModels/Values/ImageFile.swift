/// A file of an image, under the name that it has in links, in the folder of a market and in a bucket. Apps require a file
/// extension (API.md, “Rules for every edition”).
public struct ImageFile: Hashable, Sendable {
    /// The variants in which an image is stored.
    public enum Size: Hashable, Sendable {
        /// JPEG, at most 2048 pixels on each side.
        case full
        /// JPEG, at most 400 pixels on each side.
        case thumbnail
        /// WebP, made when it is first requested, for web pages only: no API response links to it.
        case web(WebImageWidth)
    }

    package static let thumbnailSuffix = "-thumb"
    package static let fileExtension = ".jpg"
    fileprivate static let webExtension = ".webp"

    /// The name of the image.
    public let name: ImageName
    /// The variant of the image.
    public let size: Size

    /// Creates a reference to one variant of an image.
    public init(_ name: ImageName, _ size: Size) {
        self.name = name
        self.size = size
    }

    /// Parses a file name, or returns nil if it is none that ``fileName`` produces.
    public init?(fileName: some StringProtocol) {
        let ending = fileName.dropFirst(ImageName.digitCount)
        // Only one spelling for each width is accepted, so that caches don't store a file twice.
        guard let size = Size.allCases.first(where: { $0.ending == ending }),
            let name = ImageName(String(fileName.prefix(ImageName.digitCount)))
        else { return nil }
        self.init(name, size)
    }

    /// The file's name, which is the last component of its path.
    public var fileName: String { name.hexDigits + size.ending }

    /// The media type of the file.
    public var mediaType: String {
        switch size {
        case .full, .thumbnail: "image/jpeg"
        case .web: "image/webp"
        }
    }
}

extension ImageFile.Size: CaseIterable {
    /// The variants that each image has, which are made from its upload.
    package static let renditions: [ImageFile.Size] = [.full, .thumbnail]
    /// All variants, the full one first.
    public static let allCases = renditions + WebImageWidth.allCases.map { Self.web($0) }

    fileprivate var ending: String {
        switch self {
        case .full: ImageFile.fileExtension
        case .thumbnail: ImageFile.thumbnailSuffix + ImageFile.fileExtension
        case .web(let width): "-\(width.pixels)\(ImageFile.webExtension)"
        }
    }
}
