package import MarketModels

extension ProductRecords {
    /// Stores a new product with all that belongs to it, and returns it.
    package func add(_ new: NewProduct) throws -> Product {
        let vendor = try vendor(new.seller)
        let reports = connection.reports
        try reports.check(new.listing, contact: new.contact, sellerName: vendor.name)
        let id = try connection.insert(new, of: vendor.id)
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
}
