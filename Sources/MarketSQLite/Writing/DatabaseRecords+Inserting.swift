internal import GRDB
public import MarketCore
public import MarketModels

extension DatabaseRecords {
    public func insert(_ new: NewProduct, of vendor: Vendor.ID) throws -> Product.ID {
        let pricing = new.listing.pricing
        let registeredAt = MoveValue.integer(new.registeredAt.millisecondsSinceEpoch)
        let inProduct = AttributeParameters(new.listing.attributes, in: .product, after: 8)
        try execute(
            """
            INSERT INTO product
                (vendor_id, currency, price, discount, stock, registered_at, updated_at, name, expires_at
                 \(inProduct.names))
            VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8\(inProduct.placeholders))
            """,
            [
                .integer(vendor.rawValue), .text(pricing.currency.rawValue), .integer(pricing.priceMinorUnits),
                .integer(pricing.discountMinorUnits), .integer(Int64(new.listing.stock)), registeredAt,
                .text(new.listing.name), .init(new.expiresAt?.millisecondsSinceEpoch),
            ] + inProduct.values
        )
        let id = Product.ID(rawValue: database.lastInsertedRowID)
        let inDetail = AttributeParameters(new.listing.attributes, in: .detail, after: 4)
        try execute(
            """
            INSERT INTO product_detail (product_id, secret_hash, contact, description\(inDetail.names))
            VALUES ($1, $2, $3, $4\(inDetail.placeholders))
            """,
            [
                .integer(id.rawValue), .text(new.secretHash.rawValue), .init(new.contact),
                .text(new.listing.description),
            ] + inDetail.values
        )
        for (position, image) in new.images.enumerated() {
            try products.insert(image, at: position, of: id, at: new.registeredAt)
        }
        try products.setThumbnail(images(of: id).first, of: id)
        return id
    }
}
