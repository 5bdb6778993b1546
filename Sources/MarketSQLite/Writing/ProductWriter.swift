internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that adds products within a transaction.
struct ProductWriter {
    let database: Database

    func add(_ new: NewProduct) throws -> Product {
        let vendor = try vendor(new.seller)
        try database.reports.check(new.listing, contact: new.contact, sellerName: vendor.name)
        let pricing = new.listing.pricing
        let registeredAt = MoveValue.integer(new.registeredAt.millisecondsSinceEpoch)
        let inProduct = AttributeParameters(new.listing.attributes, in: .product, after: 8)
        try database.records.execute(
            """
            INSERT INTO product
                (vendor_id, currency, price, discount, stock, registered_at, updated_at, name, expires_at
                 \(inProduct.names))
            VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8\(inProduct.placeholders))
            """,
            [
                .integer(vendor.id.rawValue), .text(pricing.currency.rawValue), .integer(pricing.priceMinorUnits),
                .integer(pricing.discountMinorUnits), .integer(Int64(new.listing.stock)), registeredAt,
                .text(new.listing.name), .init(new.expiresAt?.millisecondsSinceEpoch),
            ] + inProduct.values
        )
        let id = Product.ID(rawValue: database.lastInsertedRowID)
        let inDetail = AttributeParameters(new.listing.attributes, in: .detail, after: 4)
        try database.records.execute(
            """
            INSERT INTO product_detail (product_id, secret_hash, contact, description\(inDetail.names))
            VALUES ($1, $2, $3, $4\(inDetail.placeholders))
            """,
            [
                .integer(id.rawValue), .text(new.secretHash.rawValue), .init(new.contact),
                .text(new.listing.description),
            ] + inDetail.values
        )
        let products = database.records.products
        for (position, image) in new.images.enumerated() {
            try products.insert(image, at: position, of: id, at: new.registeredAt)
        }
        try products.setThumbnail(database.records.images(of: id).first, of: id)
        try database.reports.addKeys(ofContact: new.contact, of: id)
        if let network = new.network { try database.reports.note(network: network, of: id, at: new.registeredAt) }
        try database.raiseRevision()
        let product = try products.stored(id)
        try SearchWriter(database: database).add(product)
        if let record = new.idempotencyRecord {
            try IdempotencyRecordWriter(database: database).add(record, secretHash: new.secretHash, of: product)
        }
        guard new.waits else { return product }
        try database.reports.hideUntilApproval(product, at: new.registeredAt)
        return try products.stored(id)
    }

    private func vendor(_ seller: NewProduct.Seller) throws -> (id: Vendor.ID, name: String) {
        switch seller {
        case .vendor(let id):
            // They may have been blocked since they were allowed to list.
            let vendor = try database.records.vendors.vendor(id)
            if vendor?.isBlocked == true { throw MarketError.vendorBlocked(contact: nil) }
            return (id, vendor?.name ?? "")
        case .newVendor(let new):
            guard let vendor = try VendorWriter(database: database).add(new) else {
                throw MarketError.unavailable(reason: "no vendor was made")
            }
            return (vendor.id, vendor.name)
        }
    }
}
