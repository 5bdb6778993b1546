public import MarketCore
public import MarketModels

extension PostgresRecords {
    public func insert(_ new: NewProduct, of vendor: Vendor.ID) throws -> Product.ID {
        let pricing = new.listing.pricing
        let inProduct = AttributeParameters(new.listing.attributes, in: .product, after: 8)
        let inDetail = AttributeParameters(new.listing.attributes, in: .detail, after: 11 + inProduct.values.count)
        let next = 8 + inProduct.values.count
        let inserted = try first(
            """
            WITH new AS (
                INSERT INTO product
                    (vendor_id, currency, price, discount, stock, registered_at, updated_at, name, expires_at
                     \(inProduct.names))
                VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8\(inProduct.placeholders))
                RETURNING id)
            INSERT INTO product_detail (product_id, secret_hash, contact, description\(inDetail.names))
            SELECT id, $\(next + 1), $\(next + 2), $\(next + 3)\(inDetail.placeholders)
            FROM new RETURNING product_id
            """,
            [
                .integer(vendor.rawValue), .text(pricing.currency.rawValue), .integer(pricing.priceMinorUnits),
                .integer(pricing.discountMinorUnits), .integer(Int64(new.listing.stock)),
                .integer(new.registeredAt.millisecondsSinceEpoch), .text(new.listing.name),
                .init(new.expiresAt?.millisecondsSinceEpoch),
            ] + inProduct.values + [
                .text(new.secretHash.rawValue), .init(new.contact), .text(new.listing.description),
            ] + inDetail.values
        ) { Product.ID(rawValue: try $0.positive(0)) }
        guard let id = inserted else { throw CorruptRowError(reason: "a product was written and isn't there") }
        if !new.images.isEmpty { try insert(new.images, of: id, at: new.registeredAt) }
        return id
    }

    /// Inserts images at consecutive positions from 0, in one statement, and makes the first one the thumbnail.
    private func insert(_ images: [NewImage], of product: Product.ID, at now: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO image (product_id, position, name, width, height, issued_at)
            SELECT $1, new.place - 1, new.name, new.width, new.height, $5
            FROM unnest($2::text[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS new (name, width, height, place)
            ORDER BY new.place
            """,
            [
                product.rawValue, images.map(\.name.hexDigits), images.map { Int64($0.width) },
                images.map { Int64($0.height) }, now.millisecondsSinceEpoch,
            ]
        )
        try connection.execute(
            """
            UPDATE product SET thumbnail_id = image.id, thumbnail_name = image.name FROM image
            WHERE product.id = $1 AND image.product_id = $1 AND image.position = 0
            """,
            [product.rawValue]
        )
    }
}
