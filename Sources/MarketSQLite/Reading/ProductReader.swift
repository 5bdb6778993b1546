internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of complete products within one snapshot of the database. A product's category is the stored one, even if
/// it was removed, as in the search indexes.
struct ProductReader {
    private static let columns = """
        SELECT p.id, p.vendor_id, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at, p.updated_at, \
        p.thumbnail_id, p.name, v.name, v.created_at, v.is_blocked, d.description, \
        p.state, p.state_time, p.is_listed, p.expires_at, p.bumped_at, \
        p.condition, p.handover, p.place, c.slug, p.reduced_from, p.reduced_at
        """
    private static let tables = """
         FROM product AS p LEFT JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        LEFT JOIN category AS c ON c.id = p.category_id WHERE p.id = ?1
        """
    private static let text = columns + tables
    private static let sellerText = "\(columns), d.contact, d.reservation_note\(tables)"
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
        try database.firstRow(Self.text, id.rawValue) { try product(id, $0) }
    }

    func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        try database.firstRow(Self.sellerText, id.rawValue) { row in
            SellerProduct(
                try product(id, row),
                contact: try row.optionalText(26),
                reservationNote: try row.optionalText(27)
            )
        }
    }

    private func product(_ id: Product.ID, _ row: StatementRow) throws -> Product {
        let images = try images(of: id)
        let pricing = try SummaryReader.pricing(row, from: 3, of: id)
        return Product(
            id: id,
            vendor: Vendor(
                id: Vendor.ID(rawValue: try row.count(1)),
                name: try row.nonEmptyText(11),
                createdAt: try row.timestamp(12),
                isBlocked: try row.count(13) != 0
            ),
            listing: Listing(
                name: try row.nonEmptyText(10),
                description: try row.text(14),
                pricing: pricing,
                stock: try row.count(6),
                attributes: try attributes(row, from: 20, of: id)
            ),
            images: images,
            thumbnail: try thumbnail(try row.optionalInteger(9), among: images, of: id),
            registeredAt: try row.timestamp(7),
            updatedAt: try row.timestamp(8),
            version: try row.positive(2),
            lifecycle: try lifecycle(row, from: 15, of: id),
            reduction: try SummaryReader.reduction(row, from: 24, of: pricing, id)
        )
    }

    func images(of id: Product.ID) throws -> [ProductImage] {
        var images: [ProductImage] = []
        try database.forEachRow(Self.imagesText, id.rawValue) { row in
            images.append(
                ProductImage(
                    id: ProductImage.ID(rawValue: try row.positive(0)),
                    name: try SummaryReader.imageName(try row.text(1), of: id),
                    width: Int(try row.positive(2)),
                    height: Int(try row.positive(3)),
                    issuedAt: try row.timestamp(4)
                )
            )
            return true
        }
        return images
    }

    /// Reads the state, its time, whether the product is listed, and the times of expiry and bump.
    private func lifecycle(_ row: StatementRow, from column: Int32, of id: Product.ID) throws -> ListingLifecycle {
        ListingLifecycle(
            state: try SummaryReader.state(row, from: column, of: id),
            isListed: try row.count(column + 2) != 0,
            expiresAt: try row.optionalTimestamp(column + 3),
            bumpedAt: try row.optionalTimestamp(column + 4)
        )
    }

    /// Reads the condition, the hand-over, the place and the category.
    private func attributes(_ row: StatementRow, from column: Int32, of id: Product.ID) throws -> ListingAttributes {
        func choice<Value>(_ column: Int32, _ make: (Int64) -> Value?) throws -> Value? {
            guard let number = try row.optionalInteger(column) else { return nil }
            guard let value = make(number) else {
                throw CorruptRowError(reason: "product \(id.rawValue) has an impossible attribute")
            }
            return value
        }
        return ListingAttributes(
            condition: try choice(column, ItemCondition.init(stored:)),
            handover: try choice(column + 1, Handover.init(stored:)),
            place: try row.optionalText(column + 2) ?? "",
            category: try row.optionalText(column + 3)
        )
    }

    private func thumbnail(_ id: Int64?, among images: [ProductImage], of product: Product.ID) throws -> ProductImage? {
        guard let id else { return nil }
        guard let image = images.first(where: { $0.id.rawValue == id }) else {
            throw CorruptRowError(reason: "the thumbnail of product \(product.rawValue) is none of its pictures")
        }
        return image
    }
}
