package import MarketModels

extension ProductRecords {
    /// Stores a new product with all that belongs to it, and returns it.
    package func add(_ new: NewProduct) throws -> Product {
        let vendor = try vendor(new.seller)
        let reports = connection.reports
        try reports.check(new.listing, contact: new.contact, sellerName: vendor.name)
        let id = try insert(new, of: vendor.id)
        try reports.addKeys(ofContact: new.contact, of: id)
        if let network = new.network { try reports.note(network: network, of: id, at: new.registeredAt) }
        try connection.raiseRevision()
        let product = try stored(id)
        try connection.index(product)
        if let record = new.idempotencyRecord {
            try connection.idempotencyRecords.add(record, secretHash: new.secretHash, of: product)
        }
        guard new.waits else { return product }
        try reports.hideUntilApproval(product, at: new.registeredAt)
        return try stored(id)
    }

    private func vendor(_ seller: NewProduct.Seller) throws -> (id: Vendor.ID, name: String) {
        switch seller {
        case .vendor(let id):
            // They may have been blocked since they were allowed to list. A block waits for this transaction, or this one for
            // the block.
            let vendor = try connection.vendors.shared(id)
            if vendor?.isBlocked == true { throw MarketError.vendorBlocked }
            return (id, vendor?.name ?? "")
        case .newVendor(let new):
            guard let vendor = try connection.vendors.add(new) else {
                throw MarketError.unavailable(reason: "no vendor was made")
            }
            // Another listing may have made them in the meantime, and they may have been blocked.
            return try self.vendor(.vendor(vendor.id))
        }
    }

    /// Inserts the rows of a product, of what only its page shows, and of its images, and returns its id.
    private func insert(_ new: NewProduct, of vendor: Vendor.ID) throws -> Product.ID {
        let pricing = new.listing.pricing
        let inProduct = AttributeParameters(new.listing.attributes, in: .product, after: 8)
        let inserted = try connection.first(
            """
            INSERT INTO product
                (vendor_id, currency, price, discount, stock, registered_at, updated_at, name, expires_at
                 \(inProduct.names))
            VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8\(inProduct.placeholders)) RETURNING id
            """,
            [
                .integer(vendor.rawValue), .text(pricing.currency.rawValue), .integer(pricing.priceMinorUnits),
                .integer(pricing.discountMinorUnits), .integer(Int64(new.listing.stock)),
                .integer(new.registeredAt.millisecondsSinceEpoch), .text(new.listing.name),
                .init(new.expiresAt?.millisecondsSinceEpoch),
            ] + inProduct.values
        ) { Product.ID(rawValue: try $0.positive(0)) }
        guard let id = inserted else { throw CorruptRowError(reason: "a product was written and isn't there") }
        let inDetail = AttributeParameters(new.listing.attributes, in: .detail, after: 4)
        try connection.execute(
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
            try insert(image, at: position, of: id, at: new.registeredAt)
        }
        if !new.images.isEmpty { try setThumbnail(connection.images(of: id).first, of: id) }
        return id
    }
}
