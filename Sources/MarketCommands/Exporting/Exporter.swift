import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// Fetches products with their images.
struct Exporter {
    /// A product, and the paths of its images relative to the exported file.
    struct Item: Sendable {
        let product: DetailedProduct
        let images: [String]
    }

    /// How often a product whose images are gone is read.
    private static let attempts = 4

    let client: MarketAPIClient
    /// The folder of the exported file.
    let folder: URL
    /// The name of the folder for the images, inside ``folder``.
    let imageFolder: String
    /// Whether other images of the same names are replaced.
    let overwrites: Bool

    /// Fetches products concurrently.
    ///
    /// - Returns: The products in the order of the ids, without those that were deleted.
    func fetch(_ ids: ArraySlice<Product.ID>) async throws -> [Item] {
        try await withThrowingTaskGroup(of: (Product.ID, Item?).self) { group in
            for id in ids {
                group.addTask { (id, try await item(id)) }
            }
            var found: [Product.ID: Item] = [:]
            for try await (id, item) in group { found[id] = item }
            return ids.compactMap { found[$0] }
        }
    }

    /// Fetches a product and its images, again if one of them was replaced in between.
    private func item(_ id: Product.ID) async throws -> Item? {
        for attempt in 1... {
            guard let product = try await product(id) else { return nil }
            do {
                return try await item(product)
            } catch let error as MarketClientError where error.refusal?.status == 404 && attempt < Self.attempts {}
        }
        preconditionFailure("The last attempt returns or throws.")
    }

    private func item(_ product: DetailedProduct) async throws -> Item {
        let id = product.id
        var images: [String] = []
        for (index, image) in product.images.enumerated() {
            // The server chose the URL, so only a plain file extension may become part of a path.
            let ending = image.url.pathExtension
            let type = !ending.isEmpty && ending.allSatisfy { $0.isASCII && $0.isLetter } ? ending : "jpg"
            let name = "\(imageFolder)/\(id.rawValue)-\(index + 1).\(type)"
            let data = try await data(at: image.url)
            try write(data, to: name)
            images.append(name)
        }
        return Item(product: product, images: images)
    }

    private func write(_ data: Data, to name: String) throws {
        let file = folder.appending(path: name)
        let exists = FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
        if exists, (try? Data(contentsOf: file)) == data { return }
        guard overwrites || !exists else {
            throw CommandFailure("\(name) already exists, and is another picture. Use --force to overwrite it.")
        }
        try data.write(to: file, options: .atomic)
    }

    /// Pictures may be on another host than the market, which is the one to name then.
    private func data(at url: URL) async throws -> Data {
        do {
            return try await client.image(at: url)
        } catch {
            guard case .unreachable(let cause) = error, let host = url.host(),
                host != client.configuration.baseURL.host()
            else { throw error }
            Terminal.note("Error: Can't reach \(host), which has the market's pictures: \(cause.detail)")
            throw CommandExit.unreachable
        }
    }

    private func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct? {
        do {
            return try await client.product(id)
        } catch {
            guard error.isGone else { throw error }
            return nil
        }
    }
}
