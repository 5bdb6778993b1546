internal import MarketCore
public import MarketModels

/// Complete products. A product's category is the stored one, even if it was removed.
extension PostgresRecords {
    /// Reads a product with the revision of the same snapshot, in one statement.
    func lookUp(_ id: Product.ID, base: RevisionBase) throws -> ProductLookup {
        let found = try connection.firstRow(Self.textWithRevision, [id.rawValue, base.horizon]) { row in
            let product = try product(id, row)
            guard product.state.isPublic else { return ProductLookup.withheld(by: nil) }
            // The rows follow a block after a while.
            if product.vendor.isBlocked { return .withheld(by: .blocked) }
            return .found(product, base.revision(above: try row.count(ProductColumns.productCount + 1)))
        }
        if case .withheld(by: nil) = found { return .withheld(by: try reports.hold(of: id)?.kind) }
        if let found { return found }
        // A product that didn't exist a moment ago was deleted before, or has never existed.
        return try absence(of: id)
    }

    public func product(_ id: Product.ID) throws -> Product? {
        try connection.firstRow(Self.text, [id.rawValue]) { try product(id, $0) }
    }

    public func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        try connection.firstRow(Self.sellerText, [id.rawValue]) { row in
            let product = try product(id, row)
            return SellerProduct(
                product,
                contact: try row.optionalText(ProductColumns.productCount + 1),
                reservationNote: try row.optionalText(ProductColumns.productCount + 2),
                hold: product.state == .hidden ? try reports.hold(of: id) : nil,
                lock: try reports.lock(of: id)
            )
        }
    }

    /// The images as one text, so that a product is one row.
    private static let imagesText = """
        (SELECT string_agg(concat_ws(' ', i.id, i.name, i.width, i.height, i.issued_at), ',' ORDER BY i.position) \
        FROM image AS i WHERE i.product_id = p.id)
        """
    private static let columns = "SELECT \(ProductColumns.product), \(imagesText)"
    private static let tables = """
         FROM product AS p JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        LEFT JOIN category AS c ON c.id = p.category_id WHERE p.id = $1
        """
    private static let text = columns + tables
    private static let sellerText = "\(columns), d.contact, d.reservation_note\(tables)"
    private static let textWithRevision = "\(columns), \(RevisionBase.sql("$2"))\(tables)"

    private func product(_ id: Product.ID, _ row: PostgresRow) throws -> Product {
        try row.product(id) { try images(row.optionalText(ProductColumns.productCount), row, of: id) }
    }

    /// Reads the images of a product, which are separated by commas, and their values by spaces.
    private func images(_ text: String?, _ row: PostgresRow, of id: Product.ID) throws -> [ProductImage] {
        guard let text else { return [] }
        return try text.split(separator: ",").map { image in
            let values = image.split(separator: " ")
            guard values.count == 5, let number = Int64(values[0]), number > 0,
                let width = Int(values[2]), width > 0, let height = Int(values[3]), height > 0,
                let issuedAt = Int64(values[4])
            else { throw CorruptRowError(reason: "an image of product \(id.rawValue) has impossible values") }
            return ProductImage(
                id: ProductImage.ID(rawValue: number),
                name: try row.imageName(String(values[1]), of: id),
                width: width,
                height: height,
                issuedAt: Timestamp(millisecondsSinceEpoch: issuedAt)
            )
        }
    }
}
