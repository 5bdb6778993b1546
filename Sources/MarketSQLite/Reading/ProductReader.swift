internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of complete products within one snapshot of the database. A product's category is the stored one, even if
/// it was removed, as in the search indexes.
struct ProductReader {
    private static let tables = """
         FROM product AS p LEFT JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        LEFT JOIN category AS c ON c.id = p.category_id WHERE p.id = ?1
        """
    private static let text = "SELECT \(ProductColumns.product)\(tables)"
    private static let sellerText = "SELECT \(ProductColumns.product), d.contact, d.reservation_note\(tables)"
    private static let imagesText = """
        SELECT id, name, width, height, issued_at FROM image WHERE product_id = ?1 ORDER BY position
        """

    let database: Database

    func lookUp(_ id: Product.ID) throws -> ProductLookup {
        if let product = try product(id) {
            guard product.state.isPublic else { return .withheld }
            return .found(product, try database.marketState().revision)
        }
        let stone = try database.firstRow(
            "SELECT is_deleted_by_operator FROM tombstone WHERE product_id = ?1",
            id.rawValue
        ) {
            ProductLookup.deleted(isRemoved: try $0.integer(0) == 1)
        }
        return stone ?? .unknown
    }

    func version(of id: Product.ID) throws -> ProductVersion? {
        try database.firstRow(
            "SELECT p.version, v.name FROM product AS p JOIN vendor AS v ON v.id = p.vendor_id WHERE p.id = ?1",
            id.rawValue
        ) { ProductVersion(number: try $0.positive(0), sellerName: try $0.text(1)) }
    }

    func secretHash(of id: Product.ID) throws -> SecretHash? {
        try database.firstRow("SELECT secret_hash FROM product_detail WHERE product_id = ?1", id.rawValue) { row in
            SecretHash(rawValue: try row.nonEmptyText(0))
        }
    }

    func shownContact(of id: Product.ID) throws -> String? {
        try database.firstRow(
            """
            SELECT d.contact FROM product AS p JOIN product_detail AS d ON d.product_id = p.id \
            WHERE p.id = ?1 AND p.state = 0
            """,
            id.rawValue
        ) { try $0.optionalText(0) } ?? nil
    }

    func product(_ id: Product.ID) throws -> Product? {
        try database.firstRow(Self.text, id.rawValue) { try $0.product(id, images: images(of: id)) }
    }

    func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        try database.firstRow(Self.sellerText, id.rawValue) { row in
            let product = try row.product(id, images: images(of: id))
            return SellerProduct(
                product,
                contact: try row.optionalText(ProductColumns.productCount),
                reservationNote: try row.optionalText(ProductColumns.productCount + 1),
                hold: product.state == .hidden ? try database.reports.hold(of: id) : nil
            )
        }
    }

    func images(of id: Product.ID) throws -> [ProductImage] {
        var images: [ProductImage] = []
        try database.forEachRow(Self.imagesText, id.rawValue) { row in
            images.append(
                ProductImage(
                    id: ProductImage.ID(rawValue: try row.positive(0)),
                    name: try row.imageName(try row.text(1), of: id),
                    width: Int(try row.positive(2)),
                    height: Int(try row.positive(3)),
                    issuedAt: try row.timestamp(4)
                )
            )
            return true
        }
        return images
    }
}
