internal import GRDB
internal import MarketCore
public import MarketModels

/// Complete products, within one snapshot of the database. A product's category is the stored one, even if it was removed, as in
/// the search indexes.
extension DatabaseRecords {
    /// A row for each image, or one without an image, so that one statement reads a product. A statement is a snapshot.
    private static let tables = """
         FROM product AS p LEFT JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        LEFT JOIN category AS c ON c.id = p.category_id \
        LEFT JOIN image AS i ON i.product_id = p.id WHERE p.id = ?1 ORDER BY i.position
        """
    private static let imageColumns = "i.id, i.name, i.width, i.height, i.issued_at"
    private static let text = """
        SELECT \(ProductColumns.product), \(imageColumns), (SELECT revision FROM market_state)\(tables)
        """
    private static let sellerText = """
        SELECT \(ProductColumns.product), \(imageColumns), d.contact, d.reservation_note\(tables)
        """
    /// The first column behind those of a product and an image.
    private static let otherColumns = ProductColumns.productCount + 5

    func lookUp(_ id: Product.ID) throws -> ProductLookup {
        let found = try read(id, Self.text) { Revision(rawValue: try $0.count(Self.otherColumns)) }
        if let (product, revision) = found {
            guard product.state.isPublic else { return .withheld(by: try reports.hold(of: id)?.kind) }
            // The rows follow a block after a while.
            return product.vendor.isBlocked ? .withheld(by: .blocked) : .found(product, revision)
        }
        return try absence(of: id)
    }

    public func product(_ id: Product.ID) throws -> Product? { try read(id, Self.text) { _ in }?.product }

    public func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        let found = try read(id, Self.sellerText) { row in
            (try row.optionalText(Self.otherColumns), try row.optionalText(Self.otherColumns + 1))
        }
        guard let (product, others) = found else { return nil }
        return SellerProduct(
            product,
            contact: others.0,
            reservationNote: others.1,
            hold: product.state == .hidden ? try reports.hold(of: id) : nil,
            lock: try reports.lock(of: id)
        )
    }

    /// Reads a product, and the columns behind its own.
    private func read<Others>(
        _ id: Product.ID,
        _ sql: String,
        others: (StatementRow) throws -> Others
    ) throws -> (product: Product, others: Others)? {
        try database.firstRow(sql, id.rawValue) { row in
            let others = try others(row)
            let product = try row.product(id) {
                var images: [ProductImage] = []
                if row.isNull(ProductColumns.productCount) { return images }
                repeat {
                    images.append(try row.productImage(from: ProductColumns.productCount, of: id))
                } while try row.next()
                return images
            }
            return (product, others)
        }
    }
}
