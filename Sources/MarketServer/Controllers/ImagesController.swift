import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import NIOPosix

/// `GET` of pictures: immutable, because they are named by content.
struct ImagesController: Sendable {
    /// Files up to this size are read in one go, in one visit to the thread pool; larger ones as a stream.
    private static let oneReadByteCount = 256 * 1024

    let images: any ImageStore
    let webPictures: WebPictures
    private let files = FileIO()

    init(images: any ImageStore, webPictures: WebPictures) {
        self.images = images
        self.webPictures = webPictures
    }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.image), use: image)
    }

    @Sendable private func image(_ request: Request, context: MarketRequestContext) async throws -> Response {
        if context.segment(.file) == PictureFile.placeholderName { return ServerFile.placeholder.response(to: request) }
        guard let file = PictureFile(fileName: context.segment(.file)) else { throw RequestError.unknownPath }
        let tag = "\"\(file.fileName)\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=31536000, immutable"]
        let found: StoredFile?
        switch file.size {
        case .full: found = try await find(file.name, .full)
        case .thumbnail: found = try await find(file.name, .thumbnail)
        case .web(let width):
            do {
                found = try await webPictures.find(file.name, width)
            } catch MarketError.busy, MarketError.storageFull {
                return Self.redirectToJPEG(of: file.name, width)
            }
        }
        guard let found else { throw RequestError.unknownPath }
        if let known = request.headers[.ifNoneMatch], EntityTag.isNamed(tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mediaType
        headers[.contentLength] = String(found.byteCount)
        if found.byteCount <= Self.oneReadByteCount {
            guard let bytes = try await Self.read(found) else { throw RequestError.unknownPath }
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        return Response(
            status: .ok,
            headers: headers,
            body: try await files.loadFile(path: found.path, context: context)
        )
    }

    private func find(_ name: PictureName, _ rendition: Rendition) async throws(MarketError) -> StoredFile? {
        do {
            return try await images.find(name, rendition)
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    /// For now the picture is there as JPEG only. Nobody remembers this.
    private static func redirectToJPEG(of name: PictureName, _ width: WebPictureWidth) -> Response {
        let file = PictureFile(name, width == .card ? .thumbnail : .full)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: MarketRoute.image(file).path, .cacheControl: "no-store"]
        )
    }

    private static func read(_ file: StoredFile) async throws -> ByteBuffer? {
        try await NIOThreadPool.singleton.runIfActive {
            guard let handle = fopen(file.path, "rbe") else { return nil }
            defer { fclose(handle) }
            var buffer = ByteBuffer()
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: file.byteCount) { space in
                fread(space.baseAddress, 1, file.byteCount, handle)
            }
            return buffer.readableBytes == file.byteCount ? buffer : nil
        }
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
