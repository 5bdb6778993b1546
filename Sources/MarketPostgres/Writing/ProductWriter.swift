internal import MarketCore
internal import MarketModels

/// A writer that adds, changes and deletes products within a transaction.
struct ProductWriter {
    let connection: PostgresConnection

    private var reader: ProductReader { ProductReader(connection: connection) }
    private var changes: ChangeWriter { ChangeWriter(connection: connection) }

    func add(_ new: NewProduct) throws -> Product {
        let vendor = try vendor(new.seller)
        try connection.reports.check(new.listing, contact: new.contact, sellerName: vendor.name)
        let pricing = new.listing.pricing
        let inProduct = AttributeParameters(new.listing.attributes, in: .product, after: 8)
        let inDetail = AttributeParameters(new.listing.attributes, in: .detail, after: 11 + inProduct.values.count)
        let next = 8 + inProduct.values.count
        let inserted = try connection.firstRow(
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
                vendor.id.rawValue, pricing.currency.rawValue, pricing.priceMinorUnits, pricing.discountMinorUnits,
                new.listing.stock, new.registeredAt.millisecondsSinceEpoch, new.listing.name,
                new.expiresAt?.millisecondsSinceEpoch,
            ] + inProduct.values
                + [
                    new.secretHash.rawValue, new.contact, new.listing.description,
                ] + inDetail.values
        ) { Product.ID(rawValue: try $0.positive(0)) }
        guard let id = inserted else { throw CorruptRowError(reason: "a product was written and isn't there") }
        if !new.images.isEmpty {
            let images = ImageWriter(connection: connection, product: id, now: new.registeredAt)
            try images.insert(new.images)
            try images.setThumbnail(at: 0)
        }
        try connection.reports.addKeys(ofContact: new.contact, of: id)
        if let network = new.network { try connection.reports.note(network: network, of: id, at: new.registeredAt) }
        try changes.raiseRevision()
        let product = try stored(id)
        try SearchWriter(connection: connection).add(product)
        if let record = new.idempotencyRecord {
            try IdempotencyRecordWriter(connection: connection).add(record, secretHash: new.secretHash, of: product)
        }
        guard new.waits else { return product }
        try connection.reports.hideUntilApproval(product, at: new.registeredAt)
        return try stored(id)
    }

    private func vendor(_ seller: NewProduct.Seller) throws -> (id: Vendor.ID, name: String) {
        switch seller {
        case .vendor(let id):
            // They may have been blocked since they were allowed to list. A block waits for this transaction, or this one for
            // the block.
            let vendor = try connection.firstRow(
                "SELECT is_blocked, name FROM vendor WHERE id = $1 FOR SHARE",
                [id.rawValue]
            ) { (isBlocked: try $0.boolean(0), name: try $0.text(1)) }
            if vendor?.isBlocked == true { throw MarketError.vendorBlocked(contact: nil) }
            return (id, vendor?.name ?? "")
        case .newVendor(let new):
            guard let vendor = try VendorWriter(connection: connection).add(new) else {
                throw MarketError.unavailable(reason: "no vendor was made")
            }
            return (vendor.id, vendor.name)
        }
    }

    func replace(_ edit: ProductEdit) throws -> EditOutcome {
        guard let before = try locked(edit.id) else { return .gone }
        guard before.version == edit.expectedVersion else { return .conflict(before) }
        if try connection.reports.lock(of: edit.id) != nil { return .locked }
        try connection.reports.check(edit.listing, contact: edit.contact.new, before: before.listing)
        if try connection.records.lifecycles.keepsHidden(before, against: edit.lifecycle) { return .held }
        let writer = ImageWriter(connection: connection, product: edit.id, now: edit.updatedAt)
        if let choices = edit.images { try writer.replace(before.images, with: choices) }
        let images = try edit.images == nil ? before.images : reader.images(of: edit.id)
        try writer.setThumbnail(thumbnail(of: edit, before: before, among: images))
        let fields = try connection.reports.changes(by: edit, of: before, images: images)
        try connection.reports.note(fields, of: before, at: edit.updatedAt)
        try connection.reports.noteChanges(fields, ofWaiting: before)
        try update(edit)
        try updatePrice(edit, of: before)
        if let lifecycle = edit.lifecycle {
            try connection.records.lifecycles.store(lifecycle, of: before, at: edit.updatedAt)
        }
        try changes.raiseRevision()
        let released = Set(before.images.map(\.name)).subtracting(images.map(\.name))
        let after = try stored(edit.id)
        try SearchWriter(connection: connection).replace(before, with: after)
        let isChanged =
            try edit.waits && connection.reports.hideUntilApproval(edited: after, fields, at: edit.updatedAt)
            || connection.reports.endHoldForContact(edited: after, at: edit.updatedAt)
        return .saved(isChanged ? try stored(edit.id) : after, released: released)
    }

    /// Deletes a product and returns it as it was, or nil if there is none.
    ///
    /// - Parameter isByOperator: whether pages say that the operator has removed it.
    func delete(_ id: Product.ID, isByOperator: Bool = false, at now: Timestamp) throws -> Product? {
        guard let product = try locked(id, forDeletion: true) else { return nil }
        try SearchWriter(connection: connection).delete(product)
        try connection.browsers.noteDeletion(of: product)
        // The details, images, tokens, rights and prices are deleted by cascade.
        try connection.execute("DELETE FROM product WHERE id = $1", [id.rawValue])
        try connection.execute(
            "INSERT INTO tombstone (product_id, deleted_at, is_deleted_by_operator) VALUES ($1, $2, $3)",
            [id.rawValue, now.millisecondsSinceEpoch, isByOperator]
        )
        try connection.reports.removeAnswers(about: id)
        try changes.raiseRevision()
        return product
    }

    func setSecretHash(_ hash: SecretHash, of id: Product.ID) throws -> Bool {
        let count = try connection.execute(
            "UPDATE product_detail SET secret_hash = $1 WHERE product_id = $2",
            [hash.rawValue, id.rawValue]
        )
        guard count > 0 else { return false }
        try connection.execute("DELETE FROM delete_token WHERE product_id = $1", [id.rawValue])
        try connection.records.rights.remove(of: id, only: nil)
        return true
    }

    /// Locks a product against other writers and reads it, in a statement of its own: one that locked and read at once
    /// could combine rows of before and after the transaction that it waited for.
    func locked(_ id: Product.ID, forDeletion: Bool = false) throws -> Product? {
        let lock = forDeletion ? "FOR UPDATE" : "FOR NO KEY UPDATE"
        let isThere = try connection.firstRow("SELECT 1 FROM product WHERE id = $1 \(lock)", [id.rawValue]) { _ in true
        }
        return isThere == nil ? nil : try reader.product(id)
    }

    /// Reads a product that this transaction has written.
    func stored(_ id: Product.ID) throws -> Product {
        guard let product = try reader.product(id) else {
            throw CorruptRowError(reason: "product \(id.rawValue) was written and isn't there")
        }
        return product
    }

    private func update(_ edit: ProductEdit) throws {
        let listing = edit.listing
        let inProduct = AttributeParameters(listing.attributes, in: .product, after: 4)
        try connection.execute(
            """
            UPDATE product SET version = version + 1, stock = $1, price_since = coalesce(price_since, updated_at),
                updated_at = $2, name = $3\(inProduct.assignments) WHERE id = $4
            """,
            [listing.stock, edit.updatedAt.millisecondsSinceEpoch, listing.name, edit.id.rawValue] + inProduct.values
        )
        let inDetail = AttributeParameters(listing.attributes, in: .detail, after: 2)
        try connection.execute(
            """
            UPDATE product_detail SET description = $1\(inDetail.assignments)
            WHERE product_id = $2 AND (description\(inDetail.names)) IS DISTINCT FROM ($1\(inDetail.placeholders))
            """,
            [listing.description, edit.id.rawValue] + inDetail.values
        )
        if case .set(let contact) = edit.contact {
            try connection.execute(
                "UPDATE product_detail SET contact = $1 WHERE product_id = $2",
                [contact, edit.id.rawValue]
            )
            try connection.reports.replaceKeys(withThoseOf: contact, of: edit.id)
        }
    }

    /// Writes the price and what follows from a change of the sale price, in one statement, which the checks of the
    /// table require.
    private func updatePrice(_ edit: ProductEdit, of before: Product) throws {
        let (old, new) = (before.listing.pricing, edit.listing.pricing)
        guard old != new else { return }
        guard old.salePrice != new.salePrice else {
            try connection.execute(
                "UPDATE product SET price = $1, discount = $2 WHERE id = $3",
                [new.priceMinorUnits, new.discountMinorUnits, edit.id.rawValue]
            )
            return
        }
        let reduction = try connection.records.prices.change(before, to: new.salePrice, at: edit.updatedAt)
        try connection.execute(
            """
            UPDATE product SET currency = $1, price = $2, discount = $3, price_since = $4, reduced_from = $5,
                reduced_at = $6 WHERE id = $7
            """,
            [
                new.currency.rawValue, new.priceMinorUnits, new.discountMinorUnits,
                edit.updatedAt.millisecondsSinceEpoch, reduction?.lowest.minorUnits,
                reduction?.reducedAt.millisecondsSinceEpoch, edit.id.rawValue,
            ]
        )
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
}

/// The attributes of a table as parameters of a statement.
private struct AttributeParameters {
    /// The columns, each after a comma.
    let names: String
    /// The values, each after a comma.
    let placeholders: String
    /// The columns and their values, each after a comma.
    let assignments: String
    let values: [(any PostgresParameter)?]

    /// - Parameter count: the number of the parameters before these.
    init(_ attributes: ListingAttributes, in table: ListingField.Table, after count: Int) {
        let fields = ProductColumns.attributes(of: table)
        let written = fields.enumerated().map { $1.written("$\(count + $0 + 1)") }
        names = fields.map { ", \($0.column)" }.joined()
        placeholders = written.map { ", \($0)" }.joined()
        assignments = zip(fields, written).map { ", \($0.column) = \($1)" }.joined()
        values = fields.map { field in
            switch attributes[value: field] {
            case .text(let text): text
            case .number(let number): number
            case nil: nil
            }
        }
    }
}
