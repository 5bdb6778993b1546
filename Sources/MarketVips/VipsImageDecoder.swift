internal import CVipsShim
public import Foundation
public import MarketClient

/// Decodes JPEG, PNG, GIF and WebP with libvips, for the command line and the tests on Linux.
///
/// The size is reached while decoding where the format allows it, so a thumbnail of a large photo takes little time and
/// memory. Of an animation there is the first frame. A file that breaks off is refused, not shown in half.
public struct VipsImageDecoder: ImageDecoding {
    /// As many as the market takes in uploads.
    public static let usualMaximumPixelCount = 50_000_000

    /// The longest side of an image that libvips takes (`VIPS_MAX_COORD`), in pixels.
    private static let longestSide = 10_000_000

    /// libvips is set up for a whole process; the first to ask sets it up.
    private static let isReady = market_vips_start() == 0

    /// Pictures that declare more are refused before anything is decoded.
    public let maximumPixelCount: Int

    public init(maximumPixelCount: Int = Self.usualMaximumPixelCount) {
        self.maximumPixelCount = maximumPixelCount
    }

    /// - Throws: ``VipsDecodingError``, or `CancellationError` when the task was cancelled before it began.
    public func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Bitmap> {
        try Task.checkCancellation()
        let bitmap = try decode(data, box: size ?? PixelSize(width: .max, height: .max))
        return DecodedImage(image: bitmap, cost: bitmap.pixels.count)
    }

    /// The format and the size of a picture file; only its beginning is read.
    ///
    /// - Throws: ``VipsDecodingError``, but not for too many pixels.
    public func header(of file: URL) throws(VipsDecodingError) -> PictureHeader {
        guard Self.isReady else { throw .notSetUp }
        guard let format = PictureFormat(start: try start(of: file)) else { throw .unknownFormat }
        var bitmap = market_bitmap()
        defer { market_bitmap_release(&bitmap) }
        file.path.withCString { market_decode_header($0, format.loader, &bitmap) }
        guard bitmap.status == MARKET_DECODE_DONE else { throw .damaged(detail: bitmap.detail) }
        return PictureHeader(format: format, width: Int(bitmap.width), height: Int(bitmap.height))
    }

    private func decode(_ data: Data, box: PixelSize) throws(VipsDecodingError) -> Bitmap {
        guard Self.isReady else { throw .notSetUp }
        guard let format = PictureFormat(start: data.prefix(PictureFormat.signatureByteCount)) else {
            throw .unknownFormat
        }
        var bitmap = market_bitmap()
        defer { market_bitmap_release(&bitmap) }
        data.withUnsafeBytes { bytes in
            market_decode(
                bytes.baseAddress,
                bytes.count,
                format.loader,
                Int64(maximumPixelCount),
                Self.side(box.width),
                Self.side(box.height),
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
            return try handle.read(upToCount: PictureFormat.signatureByteCount) ?? Data()
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
    /// What libvips said.
    fileprivate var detail: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
