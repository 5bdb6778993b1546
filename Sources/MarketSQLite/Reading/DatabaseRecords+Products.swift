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
    static let productText = "SELECT \(ProductColumns.product), \(imageColumns)\(tables)"
    private static let sellerText = """
        SELECT \(ProductColumns.product), \(imageColumns), d.contact, d.reservation_note\(tables)
        """
    /// The first column behind those of a product and an image.
    private static let otherColumns = ProductColumns.productCount + 5

    /// - Parameter revision: A revision that was known before the product is read.
    func lookUp(_ id: Product.ID, at revision: Revision) throws -> ProductLookup {
        guard let product = try product(id) else { return try absence(of: id) }
        guard product.state.isPublic else { return .withheld(by: try reports.hold(of: id)?.kind) }
        // The rows follow a block after a while.
        return product.vendor.isBlocked ? .withheld(by: .blocked) : .found(product, revision)
    }

    /// Returns a product, or nil if there is none or if not everybody may see it.
    ///
    /// - Parameter statement: A prepared ``productText``.
    static func publicProduct(_ id: Product.ID, with statement: Statement) throws -> Product? {
        guard let product = try product(id, with: statement), product.state.isPublic, !product.vendor.isBlocked else {
            return nil
        }
        return product
    }

    public func product(_ id: Product.ID) throws -> Product? {
        try Self.product(id, with: database.cachedStatement(sql: Self.productText))
    }

    private static func product(_ id: Product.ID, with statement: Statement) throws -> Product? {
        try statement.firstRow(id.rawValue) { try $0.productAndImages(id) }
    }

    public func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        let found = try database.firstRow(Self.sellerText, id.rawValue) { row in
            let contact = try row.optionalText(Self.otherColumns)
            let note = try row.optionalText(Self.otherColumns + 1)
            return (try row.productAndImages(id), contact, note)
        }
        guard let (product, contact, note) = found else { return nil }
        return SellerProduct(
            product,
            contact: contact,
            reservationNote: note,
            hold: product.state == .hidden ? try reports.hold(of: id) : nil,
            lock: try reports.lock(of: id)
        )
    }
}

extension StatementRow {
    /// Reads a product, and its images from this row and the next ones.
    fileprivate func productAndImages(_ id: Product.ID) throws -> Product {
        try product(id) {
            var images: [ProductImage] = []
            if isNull(ProductColumns.productCount) { return images }
            repeat {
                images.append(try productImage(from: ProductColumns.productCount, of: id))
            } while try next()
            return images
        }
    }
}
