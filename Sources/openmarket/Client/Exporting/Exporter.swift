import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// Fetches products with their pictures.
struct Exporter {
    /// A product, and its pictures' paths relative to the exported file.
    struct Item: Sendable {
        let product: DetailedProduct
        let pictures: [String]
    }

    let client: MarketAPIClient
    /// Where the exported file is going to be.
    let folder: URL
    /// The folder for the pictures, by its name there.
    let pictureFolder: String

    /// Fetches some products at once.
    ///
    /// - Returns: in the order of the ids; without those that are gone by now.
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

    private func item(_ id: Product.ID) async throws -> Item? {
        guard let product = try await product(id) else { return nil }
        var pictures: [String] = []
        for (index, image) in product.images.enumerated() {
            // The market named it: what is no plain ending must not become part of a path.
            let ending = image.url.pathExtension
            let type = !ending.isEmpty && ending.allSatisfy { $0.isASCII && $0.isLetter } ? ending : "jpg"
            let name = "\(pictureFolder)/\(id.rawValue)-\(index + 1).\(type)"
            let data = try await client.picture(at: image.url)
            try data.write(to: folder.appending(path: name), options: .atomic)
            pictures.append(name)
        }
        return Item(product: product, pictures: pictures)
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
