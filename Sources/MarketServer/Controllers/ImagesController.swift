import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The route for `GET` of images, which are immutable because they are named by their content.
struct ImagesController: Sendable {
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
        if request.negotiation.knows(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mediaType
        if let response = try await found.response(headers) { return response }
        // The file has changed since it was found.
        images.invalidate(found)
        found = try await find(file)
        guard let response = try await found.response(headers) else { throw RequestError.unknownPath }
        return response
    }

    private func find(_ file: ImageFile) async throws -> StoredFile {
        let found: StoredFile?
        switch file.size {
        case .full: found = try await images.find(file.name, .full)
        case .thumbnail: found = try await images.find(file.name, .thumbnail)
        case .web(let width): found = try await webImages.find(file.name, width)
        }
        guard let found else { throw RequestError.unknownPath }
        return found
    }

    /// Redirects to the JPEG while the web image isn't available. The redirect must not be cached.
    private static func redirectToJPEG(of name: ImageName, _ width: WebImageWidth) -> Response {
        let file = ImageFile(name, width <= .card ? .thumbnail : .full)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: MarketRoute.image(file).path, .cacheControl: "no-store"]
        )
    }
}
