public import MarketModels

/// A processor that converts uploaded files to images that can be shown: upright, sRGB, without metadata, as JPEG.
public protocol ImageProcessor: Sendable {
    /// Converts an uploaded file. Clients take turns.
    ///
    /// - Parameters:
    ///   - upload: the file that holds the received bytes. It is only read.
    ///   - client: the client that has sent it.
    func process(_ upload: UploadedImage, for client: ClientAddress) async throws(ImageError) -> ProcessedImage

    /// Creates a stored image in a web size.
    ///
    /// - Parameter full: the image's full rendition.
    /// - Returns: WebP, no wider than `width` and no wider than the image.
    /// - Throws: ``MarketError/busy`` if too many wait already, ``MarketError/unavailable(reason:)`` if it fails.
    func makeWebImage(of full: StoredFile, width: WebImageWidth) async throws(MarketError) -> [UInt8]

    /// Creates an icon of an image: the square in its middle, as PNG.
    ///
    /// - Parameters:
    ///   - full: the full rendition of the image, as JPEG.
    ///   - side: the width and height of the icon, in pixels.
    /// - Throws: ``MarketError/busy`` if too much waits already, ``MarketError/unavailable(reason:)`` if it fails.
    func makeIcon(of full: [UInt8], side: Int) async throws(MarketError) -> [UInt8]

    /// What confines the processes that decode uploads; nil if none has started yet.
    var sandbox: ImageSandbox? { get }
}

/// What confines processes that decode images.
public enum ImageSandbox: String, Sendable {
    /// They can make only the system calls that decoding needs.
    case active
    /// The system refuses to filter calls. Only the limits on memory and time apply.
    case none
}

/// An uploaded image, spooled to a file.
public struct UploadedImage: Hashable, Sendable {
    public let path: String
    public let byteCount: Int
    /// What the file is called where it comes from; nil if that isn't known. It is only for messages.
    public let fileName: String?

    public init(path: String, byteCount: Int, fileName: String? = nil) {
        self.path = path
        self.byteCount = byteCount
        self.fileName = fileName
    }
}

/// A normalized image in both renditions.
public struct ProcessedImage: Hashable, Sendable {
    /// The hash of ``full``.
    public let name: ImageName
    /// The width of the full rendition in pixels.
    public let width: Int
    /// The height of the full rendition in pixels.
    public let height: Int
    /// JPEG, at most 2048 pixels on each side.
    public let full: [UInt8]
    /// JPEG, at most 400 pixels on each side.
    public let thumbnail: [UInt8]

    public init(name: ImageName, width: Int, height: Int, full: [UInt8], thumbnail: [UInt8]) {
        self.name = name
        self.width = width
        self.height = height
        self.full = full
        self.thumbnail = thumbnail
    }
}

/// The reason why an upload can't be used as an image.
public enum ImageError: Error, Hashable, Sendable {
    case empty
    /// The first bytes match neither JPEG, PNG, GIF, WebP nor HEIC.
    case unknownFormat
    case tooManyBytes(maximum: Int)
    /// The file declares more pixels than the maximum.
    case tooManyPixels(width: Int, height: Int, maximum: Int)
    /// The file declares a side that is longer than the maximum.
    case tooLongSide(width: Int, height: Int, maximum: Int)
    /// Decoding would exceed, or has exceeded, the memory or time limit of one image.
    case tooCostly
    /// The file can't be decoded completely.
    case damaged
    /// The processor itself has failed; `reason` is for logs.
    case failed(reason: String)
}

extension ImageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .unknownFormat: "its format is unknown"
        case .tooManyBytes(let maximum): "it has more than \(maximum) bytes"
        case .tooManyPixels(let width, let height, let maximum):
            "it has \(width) x \(height) pixels, more than \(maximum)"
        case .tooLongSide(let width, let height, let maximum):
            "it has \(width) x \(height) pixels, and a side may have \(maximum)"
        case .tooCostly: "it takes too much memory or time"
        case .damaged: "it is damaged"
        case .failed(let reason): reason
        }
    }
}
