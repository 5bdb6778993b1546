public import MarketModels

/// Turns an uploaded file into a picture that can be shown: upright, sRGB, without metadata, as JPEG.
public protocol ImageProcessor: Sendable {
    /// - Parameter upload: a file that holds the bytes as they came; it is only read.
    func process(_ upload: UploadedImage) async throws(ImageError) -> ProcessedPicture

    /// Makes a web size of a picture that is kept.
    ///
    /// - Parameter full: the picture's full rendition.
    /// - Returns: WebP, no wider than `width` and no wider than the picture.
    func makeWebPicture(of full: StoredFile, width: WebPictureWidth) async throws(WebPictureError) -> [UInt8]
}

/// An image as it came, spooled into a file.
public struct UploadedImage: Hashable, Sendable {
    public let path: String
    public let byteCount: Int

    public init(path: String, byteCount: Int) {
        self.path = path
        self.byteCount = byteCount
    }
}

/// A normalised picture in both renditions.
public struct ProcessedPicture: Hashable, Sendable {
    /// The hash of ``full``.
    public let name: PictureName
    /// In pixels of the full rendition.
    public let width: Int
    public let height: Int
    /// JPEG, at most 2048 pixels on each side.
    public let full: [UInt8]
    /// JPEG, at most 400 pixels on each side.
    public let thumbnail: [UInt8]

    public init(name: PictureName, width: Int, height: Int, full: [UInt8], thumbnail: [UInt8]) {
        self.name = name
        self.width = width
        self.height = height
        self.full = full
        self.thumbnail = thumbnail
    }
}

/// Why an upload is no picture.
public enum ImageError: Error, Hashable, Sendable {
    case empty
    /// Neither JPEG, PNG, GIF, WebP nor HEIC, by its first bytes.
    case unknownFormat
    case tooManyBytes(maximum: Int)
    /// The size that the file declares.
    case tooManyPixels(width: Int, height: Int, maximum: Int)
    /// The size that the file declares.
    case tooLongSide(width: Int, height: Int, maximum: Int)
    /// Decoding it would take, or took, more memory or time than one picture gets.
    case tooCostly
    /// It can't be decoded whole.
    case damaged
    /// The processor itself failed; `reason` is for logs.
    case failed(reason: String)
}

/// Why a web size was not made.
public enum WebPictureError: Error, Hashable, Sendable {
    /// As many as may wait for theirs do so already.
    case busy
    /// `reason` is for logs.
    case failed(reason: String)
}
