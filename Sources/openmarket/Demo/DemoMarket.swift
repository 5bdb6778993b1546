import DemoProducts
import Foundation
import MarketCommands
import MarketCore
import MarketModels
import MarketSQLite
import MarketServer

/// A market for demonstrations, filled with the sample products that are embedded in the binary.
struct DemoMarket {
    /// The file that a data folder has while sample products are added, and after that was interrupted.
    static let markerName = "demo-unfinished"

    let market: OpenedMarket
    /// The accepted prices. Sample products in other currencies are priced in the first of these.
    let prices: PricePolicy

    /// Adds the sample products to a market in which nobody has listed yet, or completes an earlier run that was interrupted.
    func fillIfEmpty() async throws {
        let unfinished = "\(market.dataFolder)/\(Self.markerName)"
        let isUnfinished = FileManager.default.fileExists(atPath: unfinished)
        let total = try await market.services.browseProducts(ProductQuery(size: 1), for: .unknown).totalCount
        // One with sellers whose products are gone isn't new: samples that were deleted stay so.
        let vendors = try await market.store.vendors(after: nil, limit: 1)
        let isNew = total == 0 && vendors.isEmpty
        guard isNew || isUnfinished else { return }
        guard FileManager.default.createFile(atPath: unfinished, contents: nil) else { throw MarketError.storageFull }
        let catalogue = try DemoCatalogue.embedded()
        try await addSellers(of: catalogue)
        let progress = ProgressLine(total: catalogue.products.count, title: "Sample products")
        for product in catalogue.products.reversed() {
            let exists = total == 0 ? false : try await isListed(product, catalogue)
            if !exists { try await list(product, of: catalogue) }
            progress.advance()
        }
        progress.end()
        try FileManager.default.removeItem(atPath: unfinished)
    }

    /// Gives the sellers ids that no app has built in, so that they stay free for `vendor add --known`.
    private func addSellers(of catalogue: DemoCatalogue) async throws {
        let known = Set(KnownVendors.all.map(\.id.rawValue))
        var ids = (1...Int64.max).lazy.filter { !known.contains($0) }.makeIterator()
        for seller in catalogue.sellers {
            guard let identifier = VendorIdentifier(seller.identifier) else { continue }
            _ = try await market.services.adminOperations.addVendor(
                name: seller.name,
                identifier: identifier,
                id: ids.next().map { Vendor.ID(rawValue: $0) }
            )
        }
    }

    private func isListed(_ product: DemoCatalogue.Product, _ catalogue: DemoCatalogue) async throws -> Bool {
        let seller = try catalogue.seller(product.seller)
        guard let identifier = VendorIdentifier(seller.identifier),
            let vendor = try await market.store.vendor(identifiedBy: identifier)
        else { return false }
        let page = try await market.services.browseProducts(ProductQuery(size: 800, vendor: vendor.id), for: .unknown)
        return page.products.contains { $0.name == product.name }
    }

    /// Returns roughly what a price is in another currency: a thousand won are a dollar, or a hundred yen.
    private static func converted(_ text: String, from own: Currency?, to currency: Currency) -> Int64 {
        let won = (Int64(text.prefix { $0 != "." }) ?? 0) * (own == .krw ? 1 : 1000)
        let rate: Int64 = currency == .krw ? 1000 : currency.minorUnitsPerUnit == 1 ? 100 : 1
        return (won * rate + 999) / 1000
    }

    private func list(_ product: DemoCatalogue.Product, of catalogue: DemoCatalogue) async throws {
        let seller = try catalogue.seller(product.seller)
        guard let identifier = VendorIdentifier(seller.identifier) else {
            throw CommandFailure("The sample seller \(seller.key) has no usable identifier.")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "openmarket-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let images = try product.images.map { image in
            let file = folder.appending(path: image.file)
            let bytes = try DemoCatalogue.image(image.file)
            try bytes.write(to: file)
            return UploadedImage(path: file.path(percentEncoded: false), byteCount: bytes.count)
        }
        let own = Currency(rawValue: product.currency)
        let currency = own.flatMap { prices.currencies.contains($0) ? $0 : nil } ?? prices.defaultCurrency
        func amount(_ text: String) -> DecimalAmount? {
            currency == own ? DecimalAmount(text) : DecimalAmount(Self.converted(text, from: own, to: currency))
        }
        _ = try await market.services.listForSale(
            ListForSale.Request(
                draft: ProductDraft(
                    name: product.name,
                    description: product.description,
                    price: amount(product.price),
                    currency: currency,
                    discount: amount(product.discount),
                    stock: DecimalAmount(product.stock),
                    contact: product.contact,
                    attributes: [
                        // The operator may have removed the category.
                        .category: product.category.flatMap { market.store.categories.current($0)?.slug } ?? "",
                        .condition: product.condition ?? "", .handover: product.handover ?? "",
                        .place: product.place ?? "",
                    ]
                ),
                secret: DemoCatalogue.secret,
                uploads: images
            ),
            by: ListForSale.Seller(identifier: identifier, name: seller.name),
            from: nil
        )
    }
}
