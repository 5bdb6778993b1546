package import MarketModels

/// Products. Each store has its own way to insert the rows of one and to read them.
package struct ProductRecords<Connection: RecordConnection> {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Reads a product that this transaction has written.
    package func stored(_ id: Product.ID) throws -> Product {
        guard let product = try connection.product(id) else {
            throw CorruptRowError(reason: "product \(id.rawValue) was written and isn't there")
        }
        return product
    }

    func version(of id: Product.ID) throws -> ProductVersion? {
        try connection.first(
            "SELECT p.version, v.name FROM product AS p JOIN vendor AS v ON v.id = p.vendor_id WHERE p.id = $1",
            [.integer(id.rawValue)]
        ) { ProductVersion(number: try $0.positive(0), sellerName: try $0.text(1)) }
    }

    package func secretHash(of id: Product.ID) throws -> SecretHash? {
        try connection.first("SELECT secret_hash FROM product_detail WHERE product_id = $1", [.integer(id.rawValue)]) {
            SecretHash(rawValue: try $0.nonEmptyText(0))
        }
    }

    func shownContact(of id: Product.ID) throws -> String? {
        try connection.first(
            """
            SELECT d.contact FROM product AS p JOIN product_detail AS d ON d.product_id = p.id
            JOIN vendor AS v ON v.id = p.vendor_id WHERE p.id = $1 AND p.state = 0 AND NOT v.is_blocked
            """,
            [.integer(id.rawValue)]
        ) { try $0.optionalText(0) } ?? nil
    }

    func placeCounts(limit: Int) throws -> [PlaceCount] {
        try connection.all(
            """
            SELECT place, count(*) FROM product\(Connection.indexed(by: "product_by_place"))
            WHERE \(Connection.isListed) AND place IS NOT NULL GROUP BY place ORDER BY count(*) DESC, place LIMIT $1
            """,
            [.integer(Int64(limit))]
        ) { PlaceCount(try $0.nonEmptyText(0), count: Int(clamping: try $0.count(1))) }
    }

    /// Returns the distinct names of images in use, in ascending order: at most `limit` of them, after `name`.
    package func imageNames(after name: ImageName?, limit: Int) throws -> [ImageName] {
        try connection.all(
            "SELECT DISTINCT name FROM image WHERE name > $1 ORDER BY name LIMIT $2",
            [.text(name?.hexDigits ?? ""), .integer(Int64(limit))]
        ) { row in
            let text = try row.text(0)
            guard let name = ImageName(text) else {
                throw CorruptRowError(reason: "an image has an impossible name: \(text)")
            }
            return name
        }
    }

    package func replace(_ edit: ProductEdit) throws -> EditOutcome {
        guard let before = try connection.lockedProduct(edit.id, forDeletion: false) else { return .gone }
        guard before.version == edit.expectedVersion else { return .conflict(before) }
        let reports = connection.reports
        if try reports.lock(of: edit.id) != nil { return .locked }
        try reports.check(edit.listing, contact: edit.contact.new, before: before.listing)
        if try connection.lifecycles.keepsHidden(before, against: edit.lifecycle) { return .held }
        if let choices = edit.images { try replace(before.images, with: choices, of: edit.id, at: edit.updatedAt) }
        let images = try edit.images == nil ? before.images : connection.images(of: edit.id)
        try setThumbnail(thumbnail(of: edit, before: before, among: images), of: edit.id)
        let fields = try reports.changes(by: edit, of: before, images: images)
        try reports.note(fields, of: before, at: edit.updatedAt)
        try reports.noteChanges(fields, ofWaiting: before)
        try update(edit)
        try updatePrice(edit, of: before)
        if let lifecycle = edit.lifecycle {
            try connection.lifecycles.store(lifecycle, of: before, at: edit.updatedAt)
        }
        try connection.raiseRevision()
        let released = Set(before.images.map(\.name)).subtracting(images.map(\.name))
        try connection.addReleased(released, at: edit.updatedAt)
        let after = try stored(edit.id)
        try connection.reindex(before, as: after)
        let isChanged =
            try edit.waits && reports.hideUntilApproval(edited: after, fields, at: edit.updatedAt)
            || reports.endHoldForContact(edited: after, at: edit.updatedAt)
        return .saved(isChanged ? try stored(edit.id) : after, released: released)
    }

    /// Deletes a product and returns it as it was, or nil if there is none.
    ///
    /// - Parameters:
    ///   - erasure: that the operator erases it, which is logged.
    ///   - isByOperator: whether pages say that the operator has removed it, which they say of what is erased.
    package func delete(
        _ id: Product.ID,
        _ erasure: ProductErasure? = nil,
        isByOperator: Bool = false,
        at now: Timestamp
    ) throws -> Product? {
        guard let product = try connection.lockedProduct(id, forDeletion: true) else { return nil }
        try connection.unindex(product)
        try connection.noteDeletion(of: product)
        try connection.addReleased(imagesOf: id, at: now)
        // The details, images, tokens, rights and prices are deleted by cascade.
        try connection.execute("DELETE FROM product WHERE id = $1", [.integer(id.rawValue)])
        let isRemoved = isByOperator || erasure != nil
        try connection.execute(
            """
            INSERT INTO tombstone (product_id, deleted_at, is_deleted_by_operator) VALUES ($1, $2, \(isRemoved.condition))
            """,
            [.integer(id.rawValue), .integer(now.millisecondsSinceEpoch)]
        )
        try connection.reports.removeAnswers(about: id)
        if let erasure { try connection.reports.noteErasure(of: product, erasure, at: now) }
        // Other nodes look at once for images that the operator has erased.
        try connection.raiseRevision(changesSite: erasure != nil)
        return product
    }

    // MARK: Columns

    private func update(_ edit: ProductEdit) throws {
        let listing = edit.listing
        let id = MoveValue.integer(edit.id.rawValue)
        let inProduct = AttributeParameters(listing.attributes, in: .product, after: 4)
        try connection.execute(
            """
            UPDATE product SET version = version + 1, stock = $1, price_since = coalesce(price_since, updated_at),
                updated_at = $2, name = $3\(inProduct.assignments) WHERE id = $4
            """,
            [
                .integer(Int64(listing.stock)), .integer(edit.updatedAt.millisecondsSinceEpoch), .text(listing.name),
                id,
            ] + inProduct.values
        )
        let inDetail = AttributeParameters(listing.attributes, in: .detail, after: 2)
        try connection.execute(
            """
            UPDATE product_detail SET description = $1\(inDetail.assignments)
            WHERE product_id = $2 AND (description\(inDetail.names)) IS DISTINCT FROM ($1\(inDetail.placeholders))
            """,
            [.text(listing.description), id] + inDetail.values
        )
        if case .set(let contact) = edit.contact {
            try connection.execute(
                "UPDATE product_detail SET contact = $1 WHERE product_id = $2",
                [.init(contact), id]
            )
            try connection.reports.replaceKeys(withThoseOf: contact, of: edit.id)
        }
    }

    /// Writes the price and what follows from a change of the sale price, in one statement, which the checks of the
    /// table require.
    private func updatePrice(_ edit: ProductEdit, of before: Product) throws {
        let (old, new) = (before.listing.pricing, edit.listing.pricing)
        guard old != new else { return }
        let id = MoveValue.integer(edit.id.rawValue)
        guard old.salePrice != new.salePrice else {
            try connection.execute(
                "UPDATE product SET price = $1, discount = $2 WHERE id = $3",
                [.integer(new.priceMinorUnits), .integer(new.discountMinorUnits), id]
            )
            return
        }
        let reduction = try connection.prices.change(before, to: new.salePrice, at: edit.updatedAt)
        try connection.execute(
            """
            UPDATE product SET currency = $1, price = $2, discount = $3, price_since = $4, reduced_from = $5,
                reduced_at = $6 WHERE id = $7
            """,
            [
                .text(new.currency.rawValue), .integer(new.priceMinorUnits), .integer(new.discountMinorUnits),
                .integer(edit.updatedAt.millisecondsSinceEpoch), .init(reduction?.lowest.minorUnits),
                .init(reduction?.reducedAt.millisecondsSinceEpoch), id,
            ]
        )
    }

    // MARK: Images

    private func replace(
        _ current: [ProductImage],
        with choices: [ProductEdit.ImageChoice],
        of id: Product.ID,
        at now: Timestamp
    ) throws {
        let kept = choices.compactMap { if case .kept(let id) = $0 { id } else { nil } }
        guard Set(kept).isSubset(of: current.map(\.id)), Set(kept).count == kept.count else {
            throw MarketError.unavailable(
                reason: "product \(id.rawValue) can't keep images that it doesn't have, or one twice"
            )
        }
        for image in current where !kept.contains(image.id) {
            try connection.execute("DELETE FROM image WHERE id = $1", [.integer(image.id.rawValue)])
        }
        // Above every position in use, so that images can be reordered without violating the uniqueness of positions.
        try connection.execute(
            "UPDATE image SET position = position + 1000000 WHERE product_id = $1",
            [.integer(id.rawValue)]
        )
        for (position, choice) in choices.enumerated() {
            switch choice {
            case .kept(let image):
                try connection.execute(
                    "UPDATE image SET position = $1 WHERE id = $2",
                    [.integer(Int64(position)), .integer(image.rawValue)]
                )
            case .new(let image):
                try insert(image, at: position, of: id, at: now)
            }
        }
    }

    func insert(_ image: NewImage, at position: Int, of id: Product.ID, at now: Timestamp) throws {
        try connection.execute(
            "INSERT INTO image (product_id, position, name, width, height, issued_at) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .integer(id.rawValue), .integer(Int64(position)), .text(image.name.hexDigits),
                .integer(Int64(image.width)), .integer(Int64(image.height)), .integer(now.millisecondsSinceEpoch),
            ]
        )
    }

    func setThumbnail(_ image: ProductImage?, of id: Product.ID) throws {
        try connection.execute(
            "UPDATE product SET thumbnail_id = $1, thumbnail_name = $2 WHERE id = $3",
            [.init(image?.id.rawValue), .init(image?.name.hexDigits), .integer(id.rawValue)]
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
struct AttributeParameters {
    /// The columns, each after a comma.
    let names: String
    /// The values, each after a comma.
    let placeholders: String
    /// The columns and their values, each after a comma.
    let assignments: String
    let values: [MoveValue]

    /// - Parameter count: the number of the parameters before these.
    init(_ attributes: ListingAttributes, in table: ListingField.Table, after count: Int) {
        let fields = ProductColumns.attributes(of: table)
        let written = fields.enumerated().map { $1.written("$\(count + $0 + 1)") }
        names = fields.map { ", \($0.column)" }.joined()
        placeholders = written.map { ", \($0)" }.joined()
        assignments = zip(fields, written).map { ", \($0.column) = \($1)" }.joined()
        values = fields.map { field in
            switch attributes[value: field] {
            case .text(let text): .text(text)
            case .number(let number): .integer(number)
            case nil: .null
            }
        }
    }
}
