internal import CVipsShim
public import Foundation
public import MarketClient
internal import MarketModels

/// A decoder for JPEG, PNG, GIF and WebP based on libvips, for the command line and for tests on Linux.
///
/// It scales while decoding if the format allows it, so a thumbnail of a large photo takes little time and memory. Of
/// an animation, only the first frame is decoded. A truncated file is an error.
public struct VipsImageDecoder: ImageDecoding {
    /// The default limit, the same as the server's limit for uploads.
    public static let usualMaximumPixelCount = 50_000_000

    /// The longest side that libvips supports (`VIPS_MAX_COORD`), in pixels.
    private static let longestSide = 10_000_000

    /// Whether libvips is initialized; the first access initializes it for the process.
    private static let isReady = market_vips_start() == 0

    /// The maximum width times height. Images that declare more are refused before decoding.
    public let maximumPixelCount: Int

    /// Creates a decoder.
    public init(maximumPixelCount: Int = Self.usualMaximumPixelCount) {
        self.maximumPixelCount = maximumPixelCount
    }

    /// Decodes an image, scaled down to fit into a box, or to cover it.
    ///
    /// - Throws: ``VipsDecodingError``, or `CancellationError` if the task was cancelled before decoding began.
    public func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Bitmap> {
        try Task.checkCancellation()
        let bitmap = try decode(data, box: size ?? PixelSize(width: .max, height: .max))
        return DecodedImage(image: bitmap, cost: bitmap.pixels.count)
    }

    /// Reads the format and the size of an image file, from its beginning only.
    ///
    /// - Throws: ``VipsDecodingError``, except for too many pixels.
    public func header(of file: URL) throws(VipsDecodingError) -> ImageHeader {
        guard Self.isReady else { throw .notSetUp }
        guard let format = ImageFormat(start: Array(try start(of: file))), let loader = format.loader else {
            throw .unknownFormat
        }
        var bitmap = market_bitmap()
        defer { market_bitmap_release(&bitmap) }
        file.path.withCString { market_decode_header($0, loader, &bitmap) }
        guard bitmap.status == MARKET_DECODE_DONE else { throw .damaged(detail: bitmap.detail) }
        return ImageHeader(format: format, width: Int(bitmap.width), height: Int(bitmap.height))
    }

    private func decode(_ data: Data, box: PixelSize) throws(VipsDecodingError) -> Bitmap {
        guard Self.isReady else { throw .notSetUp }
        let start = Array(data.prefix(ImageFormat.signatureByteCount))
        guard let loader = ImageFormat(start: start)?.loader else { throw .unknownFormat }
        var bitmap = market_bitmap()
        defer { market_bitmap_release(&bitmap) }
        data.withUnsafeBytes { bytes in
            market_decode(
                bytes.baseAddress,
                bytes.count,
                loader,
                Int64(maximumPixelCount),
                Self.side(box.width),
                Self.side(box.height),
                box.mode == .fill,
                &bitmap
            )
        }
        switch bitmap.status {
        case MARKET_DECODE_DONE: return Bitmap(bitmap)
        case MARKET_DECODE_TOO_MANY_PIXELS:
            throw .tooManyPixels(
                width: Int(bitmap.width),
                height: Int(bitmap.height),
                maximum: maximumPixelCount
            )
        default: throw .damaged(detail: bitmap.detail)
        }
    }

    private func start(of file: URL) throws(VipsDecodingError) -> Data {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            return try handle.read(upToCount: ImageFormat.signatureByteCount) ?? Data()
        } catch {
            throw .unreadable(detail: "\(error)")
        }
    }

    private static func side(_ side: Int) -> Int32 {
        Int32(min(side, longestSide))
    }
}

extension Bitmap {
    init(_ bitmap: market_bitmap) {
        let (width, height, bytesPerPixel) = (Int(bitmap.width), Int(bitmap.height), Int(bitmap.bytes_per_pixel))
        self.init(
            width: width,
            height: height,
            bytesPerPixel: bytesPerPixel,
            pixels: Array(UnsafeBufferPointer(start: bitmap.pixels, count: width * height * bytesPerPixel))
        )
    }
}

extension market_bitmap {
    /// The error message of libvips.
    fileprivate var detail: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension ImageFormat {
    /// The only loader that sees the bytes; nil for formats that this decoder doesn't read.
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

/// The errors of decoding an image with libvips.
public enum VipsDecodingError: Error, Hashable, Sendable {
    /// libvips could not be initialized.
    case notSetUp
    /// The file can't be read.
    case unreadable(detail: String)
    /// Neither JPEG nor PNG, GIF or WebP.
    case unknownFormat
    case tooManyPixels(width: Int, height: Int, maximum: Int)
    case damaged(detail: String)
}

extension VipsDecodingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notSetUp: "libvips could not be initialized"
        case .unreadable(let detail): "it can't be read: \(detail)"
        case .unknownFormat: "its format is unknown"
        case .tooManyPixels(let width, let height, let maximum):
            "it has \(width) x \(height) pixels, more than \(maximum)"
        case .damaged(let detail): "it is damaged: \(detail)"
        }
    }
}
