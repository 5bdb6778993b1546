import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import NIOPosix

/// The route for `GET` of images, which are immutable because they are named by their content.
struct ImagesController: Sendable {
    /// The size in bytes of the largest file that is read at once, in one visit to the thread pool. Larger ones are
    /// streamed.
    private static let oneReadByteCount = 256 * 1024

    let images: any ImageStore
    let webImages: WebImages

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.image), use: image)
    }

    @Sendable private func image(_ request: Request, context: MarketRequestContext) async throws -> Response {
        if context.segment(.file) == ImageFile.placeholderName { return ServerFile.placeholder.response(to: request) }
        guard let file = ImageFile(fileName: context.segment(.file)) else { throw RequestError.unknownPath }
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
            // The file has changed since it was found.
            images.forget(found)
            found = try await find(file)
            bytes = try await Self.read(found)
        }
        guard let bytes else { throw RequestError.unknownPath }
        headers[.contentLength] = String(found.byteCount)
        guard found.byteCount > Self.oneReadByteCount else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        return Response(status: .ok, headers: headers, body: ImageResponseBody.reading(found))
    }

    private func find(_ file: ImageFile) async throws -> StoredFile {
        let found: StoredFile?
        switch file.size {
        case .full: found = try await find(file.name, .full)
        case .thumbnail: found = try await find(file.name, .thumbnail)
        case .web(let width): found = try await webImages.find(file.name, width)
        }
        guard let found else { throw RequestError.unknownPath }
        return found
    }

    private func find(_ name: ImageName, _ rendition: Rendition) async throws(MarketError) -> StoredFile? {
        do {
            return try await images.find(name, rendition)
        } catch {
            throw MarketError(error)
        }
    }

    /// Redirects to the JPEG while the web image isn't available. The redirect must not be cached.
    private static func redirectToJPEG(of name: ImageName, _ width: WebImageWidth) -> Response {
        let file = ImageFile(name, width == .card ? .thumbnail : .full)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: MarketRoute.image(file).path, .cacheControl: "no-store"]
        )
    }

    /// - Returns: The bytes, empty if the file is to be streamed; nil if the file has changed since it was found.
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
