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

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.image), use: image)
    }

    @Sendable private func image(_ request: Request, context: MarketRequestContext) async throws -> Response {
        if context.segment(.file) == PictureFile.placeholderName { return ServerFile.placeholder.response(to: request) }
        guard let file = PictureFile(fileName: context.segment(.file)) else { throw RequestError.unknownPath }
        let tag = "\"\(file.fileName)\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=31536000, immutable"]
        var found: StoredFile
        do {
            found = try await find(file)
        } catch MarketError.busy, MarketError.storageFull {
            guard case .web(let width) = file.size else { throw MarketError.busy }
            return Self.redirectToJPEG(of: file.name, width)
        }
        if let known = request.headers[.ifNoneMatch], EntityTag.isNamed(tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mediaType
        var bytes = try await Self.read(found)
        if bytes == nil {
            // It is not the file that was found whole.
            images.forget(found)
            found = try await find(file)
            bytes = try await Self.read(found)
        }
        guard let bytes else { throw RequestError.unknownPath }
        headers[.contentLength] = String(found.byteCount)
        guard found.byteCount > Self.oneReadByteCount else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        return Response(status: .ok, headers: headers, body: PictureBody.reading(found))
    }

    private func find(_ file: PictureFile) async throws -> StoredFile {
        let found: StoredFile?
        switch file.size {
        case .full: found = try await find(file.name, .full)
        case .thumbnail: found = try await find(file.name, .thumbnail)
        case .web(let width): found = try await webPictures.find(file.name, width)
        }
        guard let found else { throw RequestError.unknownPath }
        return found
    }

    private func find(_ name: PictureName, _ rendition: Rendition) async throws(MarketError) -> StoredFile? {
        do {
            return try await images.find(name, rendition)
        } catch {
            throw MarketError(error)
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

    /// - Returns: the bytes, or none of a file that is to be sent as a stream; nil if it is not the file any more that was
    ///   found.
    private static func read(_ file: StoredFile) async throws -> ByteBuffer? {
        try await NIOThreadPool.singleton.runIfActive {
            guard let handle = fopen(file.path, "rbe") else { return nil }
            defer { fclose(handle) }
            guard file.isUnchanged(openedAs: fileno(handle)) else { return nil }
            var buffer = ByteBuffer()
            guard file.byteCount <= oneReadByteCount else { return buffer }
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
