internal import GRDB
internal import MarketCore
internal import MarketModels

/// Reads whole products inside one snapshot of the database.
struct ProductReader {
    private static let productText = """
        SELECT p.id, p.vendor_id, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at, p.updated_at, \
        p.thumbnail_id, p.name, v.name, v.created_at, v.is_blocked, d.description \
        FROM product AS p CROSS JOIN vendor AS v ON v.id = p.vendor_id \
        CROSS JOIN product_detail AS d ON d.product_id = p.id WHERE p.id = ?1
        """
    private static let picturesText = """
        SELECT id, name, width, height, issued_at FROM picture WHERE product_id = ?1 ORDER BY position
        """

    let database: Database

    func lookUp(_ id: Product.ID) throws -> ProductLookup {
        if let product = try product(id) {
            return .found(product, try database.marketState().revision)
        }
        let stone = try database.firstRow("SELECT 1 FROM tombstone WHERE product_id = ?1", id.rawValue) { _ in true }
        return stone == nil ? .unknown : .withdrawn
    }

    func version(of id: Product.ID) throws -> Int64? {
        try database.firstRow("SELECT version FROM product WHERE id = ?1", id.rawValue) { $0.integer(0) }
    }

    func privateFacts(of id: Product.ID) throws -> PrivateFacts? {
        try database.firstRow(
            "SELECT secret_hash, contact FROM product_detail WHERE product_id = ?1",
            id.rawValue
        ) { row in
            PrivateFacts(secretHash: SecretHash(rawValue: row.text(0)), contact: row.optionalText(1))
        }
    }

    func product(_ id: Product.ID) throws -> Product? {
        try database.firstRow(Self.productText, id.rawValue) { row in
            let pictures = try pictures(of: id)
            return Product(
                id: id,
                vendor: Vendor(
                    id: Vendor.ID(rawValue: row.integer(1)),
                    name: row.text(11),
                    createdAt: Timestamp(millisecondsSinceEpoch: row.integer(12)),
                    isBlocked: row.integer(13) != 0
                ),
                listing: Listing(
                    name: row.text(10),
                    description: row.text(14),
                    pricing: try SummaryReader.pricing(row, from: 3, of: id),
                    stock: row.integer(6)
                ),
                pictures: pictures,
                thumbnail: try thumbnail(row.optionalInteger(9), among: pictures, of: id),
                registeredAt: Timestamp(millisecondsSinceEpoch: row.integer(7)),
                updatedAt: Timestamp(millisecondsSinceEpoch: row.integer(8)),
                version: row.integer(2)
            )
        }
    }

    func pictures(of id: Product.ID) throws -> [Picture] {
        var pictures: [Picture] = []
        try database.forEachRow(Self.picturesText, id.rawValue) { row in
            pictures.append(
                Picture(
                    id: Picture.ID(rawValue: row.integer(0)),
                    name: try SummaryReader.pictureName(row.text(1), of: id),
                    width: Int(row.integer(2)),
                    height: Int(row.integer(3)),
                    issuedAt: Timestamp(millisecondsSinceEpoch: row.integer(4))
                )
            )
            return true
        }
        return pictures
    }

    private func thumbnail(_ id: Int64?, among pictures: [Picture], of product: Product.ID) throws -> Picture? {
        guard let id else { return nil }
        guard let picture = pictures.first(where: { $0.id.rawValue == id }) else {
            throw StoredFactError(reason: "the thumbnail of product \(product.rawValue) is none of its pictures")
        }
        return picture
    }
}
