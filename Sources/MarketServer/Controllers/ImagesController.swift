import HTTPTypes
package import Hummingbird
import MarketAPI
package import MarketCore
package import MarketModels

/// The route for `GET` of images, which are immutable because they are named by their content.
package struct ImagesController: Sendable {
    let webImages: WebImages
    let visibility: ImageVisibility

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.image), use: image)
    }

    @Sendable private func image(_ request: Request, context: MarketRequestContext) async throws -> Response {
        if context.segment(.file) == ImageFile.placeholderName { return ServerFile.placeholder.response(to: request) }
        let file = try context.imageFile()
        // What is withheld isn't even known to be there, also not to whoever has it already.
        guard let proof = try await visibility.forEverybody(file.name) else { throw RequestError.unknownPath }
        return try await response(to: request, file, proof)
    }

    /// Creates the response with an image, which caches may keep if it is for everybody.
    package func response(to request: Request, _ file: ImageFile, _ proof: ImageProof) async throws -> Response {
        precondition(file.name == proof.name)
        let tag = "\"\(file.fileName)\""
        var headers: HTTPFields = [:]
        if proof.isForEverybody {
            headers = [.eTag: tag, .cacheControl: "public, max-age=31536000, immutable"]
        } else {
            headers[.cacheControl] = "private, no-store"
        }
        var found: StoredFile
        do {
            found = try await find(file, proof)
        } catch MarketError.busy, MarketError.storageFull {
            guard case .web(let width) = file.size else { throw MarketError.busy }
            return redirectToJPEG(of: file.name, width)
        }
        if proof.isForEverybody, request.negotiation.knows(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mediaType
        if let response = try await found.response(headers) { return response }
        // The file has changed since it was found.
        webImages.invalidate(found)
        found = try await find(file, proof)
        guard let response = try await found.response(headers) else { throw RequestError.unknownPath }
        return response
    }

    private func find(_ file: ImageFile, _ proof: ImageProof) async throws -> StoredFile {
        guard let found = try await webImages.find(proof, file.size) else { throw RequestError.unknownPath }
        return found
    }

    /// Redirects to the JPEG beside it while the web image isn't available. The redirect must not be cached.
    private func redirectToJPEG(of name: ImageName, _ width: WebImageWidth) -> Response {
        let file = ImageFile(name, width <= .card ? .thumbnail : .full)
        // In the same folder. A path that begins with two slashes would be the name of another host.
        return Response(status: .temporaryRedirect, headers: [.location: file.fileName, .cacheControl: "no-store"])
    }
}

extension ImagesController {
    package init(services: MarketServices) {
        self.init(webImages: services.webImages, visibility: services.imageVisibility)
    }
}

extension MarketRequestContext {
    package func imageFile() throws -> ImageFile {
        guard let file = ImageFile(fileName: segment(.file)) else { throw RequestError.unknownPath }
        return file
    }
}
