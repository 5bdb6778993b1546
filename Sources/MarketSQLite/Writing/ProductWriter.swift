internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that adds, changes and deletes products within a transaction.
struct ProductWriter {
    let database: Database

    private var reader: ProductReader { ProductReader(database: database) }

    func add(_ new: NewProduct) throws -> Product {
        let vendor = try vendor(new.seller)
        try database.reports.check(new.listing, contact: new.contact, sellerName: vendor.name)
        let pricing = new.listing.pricing
        let registeredAt = new.registeredAt.millisecondsSinceEpoch
        try database.execute(
            cached: """
                INSERT INTO product
                    (vendor_id, currency, price, discount, stock, registered_at, updated_at, name, expires_at
                     \(Self.names(in: .product)))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?\(Self.placeholders(in: .product)))
                """,
            StatementArguments(
                [
                    vendor.id.rawValue, pricing.currency.rawValue, pricing.priceMinorUnits, pricing.discountMinorUnits,
                    new.listing.stock, registeredAt, registeredAt, new.listing.name,
                    new.expiresAt?.millisecondsSinceEpoch,
                ] + Self.values(of: new.listing.attributes, in: .product)
            )
        )
        let id = Product.ID(rawValue: database.lastInsertedRowID)
        try database.execute(
            cached: """
                INSERT INTO product_detail
                    (product_id, secret_hash, contact, description\(Self.names(in: .detail)))
                VALUES (?, ?, ?, ?\(Self.placeholders(in: .detail)))
                """,
            StatementArguments(
                [
                    id.rawValue, new.secretHash.rawValue, new.contact, new.listing.description,
                ] + Self.values(of: new.listing.attributes, in: .detail)
            )
        )
        let images = ImageWriter(database: database, product: id, now: new.registeredAt)
        for (position, image) in new.images.enumerated() {
            try images.insert(image, at: position)
        }
        try images.setThumbnail(reader.images(of: id).first)
        try database.reports.addKeys(ofContact: new.contact, of: id)
        if let network = new.network { try database.reports.note(network: network, of: id, at: new.registeredAt) }
        try database.raiseRevision()
        let product = try stored(id)
        try SearchWriter(database: database).add(product)
        if let record = new.idempotencyRecord {
            try IdempotencyRecordWriter(database: database).add(record, secretHash: new.secretHash, of: product)
        }
        guard new.waits else { return product }
        try database.reports.hideUntilApproval(product, at: new.registeredAt)
        return try stored(id)
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

    func replace(_ edit: ProductEdit) throws -> EditOutcome {
        guard let before = try reader.product(edit.id) else { return .gone }
        guard before.version == edit.expectedVersion else { return .conflict(before) }
        if try database.reports.lock(of: edit.id) != nil { return .locked }
        try database.reports.check(edit.listing, contact: edit.contact.new, before: before.listing)
        if try database.records.lifecycles.keepsHidden(before, against: edit.lifecycle) { return .held }
        let writer = ImageWriter(database: database, product: edit.id, now: edit.updatedAt)
        if let choices = edit.images {
            try writer.replace(before.images, with: choices)
        }
        let images = try reader.images(of: edit.id)
        try writer.setThumbnail(thumbnail(of: edit, before: before, among: images))
        let fields = try database.reports.changes(by: edit, of: before, images: images)
        try database.reports.note(fields, of: before, at: edit.updatedAt)
        try database.reports.noteChanges(fields, ofWaiting: before)
        try update(edit)
        try updatePrice(edit, of: before)
        if let lifecycle = edit.lifecycle {
            try database.records.lifecycles.store(lifecycle, of: before, at: edit.updatedAt)
        }
        try database.raiseRevision()
        let released = Set(before.images.map(\.name)).subtracting(images.map(\.name))
        let after = try stored(edit.id)
        try SearchWriter(database: database).replace(before, with: after)
        let isChanged =
            try edit.waits && database.reports.hideUntilApproval(edited: after, fields, at: edit.updatedAt)
            || database.reports.endHoldForContact(edited: after, at: edit.updatedAt)
        return .saved(isChanged ? try stored(edit.id) : after, released: released)
    }

    /// Deletes a product and returns it as it was, or nil if there is none.
    ///
    /// - Parameter isByOperator: whether pages say that the operator has removed it.
    func delete(_ id: Product.ID, isByOperator: Bool = false, at now: Timestamp) throws -> Product? {
        guard let product = try reader.product(id) else { return nil }
        try SearchWriter(database: database).delete(product)
        try database.browsers.noteDeletion(of: product)
        // The details, images and tokens are deleted by cascade.
        try database.execute(cached: "DELETE FROM product WHERE id = ?", [id.rawValue])
        try database.execute(
            cached: "INSERT INTO tombstone (product_id, deleted_at, is_deleted_by_operator) VALUES (?, ?, ?)",
            [id.rawValue, now.millisecondsSinceEpoch, isByOperator]
        )
        try database.reports.removeAnswers(about: id)
        try database.raiseRevision()
        return product
    }

    func setSecretHash(_ hash: SecretHash, of id: Product.ID) throws -> Bool {
        try database.execute(
            cached: "UPDATE product_detail SET secret_hash = ? WHERE product_id = ?",
            [hash.rawValue, id.rawValue]
        )
        guard database.changesCount > 0 else { return false }
        try database.execute(cached: "DELETE FROM delete_token WHERE product_id = ?", [id.rawValue])
        try database.records.rights.remove(of: id, only: nil)
        return true
    }

    private func update(_ edit: ProductEdit) throws {
        let listing = edit.listing
        try database.execute(
            cached: """
                UPDATE product SET version = version + 1, stock = ?, price_since = coalesce(price_since, updated_at),
                    updated_at = ?, name = ?\(Self.assignments(in: .product)) WHERE id = ?
                """,
            StatementArguments(
                [
                    listing.stock, edit.updatedAt.millisecondsSinceEpoch, listing.name,
                ] + Self.values(of: listing.attributes, in: .product) + [edit.id.rawValue]
            )
        )
        try database.execute(
            cached: "UPDATE product_detail SET description = ?\(Self.assignments(in: .detail)) WHERE product_id = ?",
            StatementArguments(
                [listing.description] + Self.values(of: listing.attributes, in: .detail) + [edit.id.rawValue]
            )
        )
        if case .set(let contact) = edit.contact {
            try database.execute(
                cached: "UPDATE product_detail SET contact = ? WHERE product_id = ?",
                [contact, edit.id.rawValue]
            )
            try database.reports.replaceKeys(withThoseOf: contact, of: edit.id)
        }
    }

    /// Writes the price and what follows from a change of the sale price, in one statement, which the checks of the
    /// table require.
    private func updatePrice(_ edit: ProductEdit, of before: Product) throws {
        let (old, new) = (before.listing.pricing, edit.listing.pricing)
        guard old != new else { return }
        guard old.salePrice != new.salePrice else {
            return try database.execute(
                cached: "UPDATE product SET price = ?, discount = ? WHERE id = ?",
                [new.priceMinorUnits, new.discountMinorUnits, edit.id.rawValue]
            )
        }
        let reduction = try database.records.prices.change(before, to: new.salePrice, at: edit.updatedAt)
        try database.execute(
            cached: """
                UPDATE product SET currency = ?, price = ?, discount = ?, price_since = ?, reduced_from = ?, reduced_at = ?
                WHERE id = ?
                """,
            [
                new.currency.rawValue, new.priceMinorUnits, new.discountMinorUnits,
                edit.updatedAt.millisecondsSinceEpoch, reduction?.lowest.minorUnits,
                reduction?.reducedAt.millisecondsSinceEpoch, edit.id.rawValue,
            ]
        )
    }

    private static func names(in table: ListingField.Table) -> String {
        ProductColumns.attributes(of: table).map { ", \($0.column)" }.joined()
    }

    private static func placeholders(in table: ListingField.Table) -> String {
        ProductColumns.attributes(of: table).map { ", \($0.written("?"))" }.joined()
    }

    private static func assignments(in table: ListingField.Table) -> String {
        ProductColumns.attributes(of: table).map { ", \($0.column) = \($0.written("?"))" }.joined()
    }

    private static func values(
        of attributes: ListingAttributes,
        in table: ListingField.Table
    ) -> [(any DatabaseValueConvertible)?] {
        ProductColumns.attributes(of: table).map { field in
            switch attributes[value: field] {
            case .text(let text): text
            case .number(let number): number
            case nil: nil
            }
        }
    }

    private func thumbnail(of edit: ProductEdit, before: Product, among images: [ProductImage]) throws -> ProductImage?
    {
        if let wanted = edit.thumbnail {
            guard let image = images.first(where: { $0.id == wanted }) else {
                throw MarketError.unavailable(
                    reason: "image \(wanted.rawValue) can't stand for product \(edit.id.rawValue): it has no such"
                )
            }
            return image
        }
        return edit.images == nil ? before.thumbnail : images.first
    }

    private func stored(_ id: Product.ID) throws -> Product {
        guard let product = try reader.product(id) else {
            throw CorruptRowError(reason: "product \(id.rawValue) was written and isn't there")
        }
        return product
    }
}
