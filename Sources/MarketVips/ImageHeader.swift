internal import CVipsShim
public import Foundation
public import MarketModels

/// The format and size that an image file declares, read with libvips for the command line, without decoding it.
public struct ImageHeader: Hashable, Sendable {
    /// The format.
    public let format: ImageFormat
    /// The width of the upright image, in pixels.
    public let width: Int
    /// The height of the upright image, in pixels.
    public let height: Int

    /// Whether libvips is initialized; the first access initializes it for the process.
    private static let isReady = market_vips_start() == 0

    /// Creates a header with the given values.
    public init(format: ImageFormat, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// Reads the header of a JPEG, PNG, GIF or WebP file, from its beginning only.
    public init(of file: URL) throws(ImageHeaderError) {
        guard Self.isReady else { throw .notSetUp }
        guard let format = ImageFormat(start: Array(try Self.start(of: file))), let loader = format.loader else {
            throw .unknownFormat
        }
        var header = market_image_header()
        guard file.path.withCString({ market_decode_header($0, loader, &header) }) else { throw .damaged }
        self.init(format: format, width: Int(header.width), height: Int(header.height))
    }

    private static func start(of file: URL) throws(ImageHeaderError) -> Data {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            return try handle.read(upToCount: ImageFormat.signatureByteCount) ?? Data()
        } catch {
            throw .unreadable
        }
    }
}

extension ImageFormat {
    /// The only loader that sees the bytes; nil for formats that libvips isn't asked about.
    fileprivate var loader: market_image_format? {
        switch self {
        case .jpeg: MARKET_IMAGE_JPEG
        case .png: MARKET_IMAGE_PNG
        case .gif: MARKET_IMAGE_GIF
        case .webp: MARKET_IMAGE_WEBP
        case .heic: nil
        }
    }
}

/// The errors of reading the header of an image file.
public enum ImageHeaderError: Error, Hashable, Sendable {
    /// libvips could not be initialized.
    case notSetUp
    /// The file can't be read.
    case unreadable
    /// Neither JPEG nor PNG, GIF or WebP.
    case unknownFormat
    /// The header is damaged.
    case damaged
}

extension ImageHeaderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notSetUp: "libvips could not be initialized"
        case .unreadable: "it can't be read"
        case .unknownFormat: "its format is unknown"
        case .damaged: "it is damaged"
        }
    }
}
