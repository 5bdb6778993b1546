internal import MarketCore
internal import MarketModels

/// A reader of complete products. A product's category is the stored one, even if it was removed.
struct ProductReader {
    let connection: PostgresConnection

    /// Reads a product with the revision of the same snapshot, in one statement.
    func lookUp(_ id: Product.ID, base: RevisionBase) throws -> ProductLookup {
        let found = try connection.firstRow(Self.textWithRevision, [id.rawValue, base.horizon]) { row in
            let product = try product(id, row)
            guard product.state.isPublic else { return ProductLookup.withheld }
            return .found(product, base.revision(above: try row.count(27)))
        }
        if let found { return found }
        // A product that didn't exist a moment ago was deleted before, or has never existed.
        let stone = try connection.firstRow(
            "SELECT is_deleted_by_operator FROM tombstone WHERE product_id = $1",
            [id.rawValue]
        ) {
            ProductLookup.deleted(isRemoved: try $0.boolean(0))
        }
        return stone ?? .unknown
    }

    func product(_ id: Product.ID) throws -> Product? {
        try connection.firstRow(Self.text, [id.rawValue]) { try product(id, $0) }
    }

    func version(of id: Product.ID) throws -> ProductVersion? {
        try connection.firstRow(
            "SELECT p.version, v.name FROM product AS p JOIN vendor AS v ON v.id = p.vendor_id WHERE p.id = $1",
            [id.rawValue]
        ) { ProductVersion(number: try $0.positive(0), sellerName: try $0.text(1)) }
    }

    func sellerProduct(_ id: Product.ID) throws -> SellerProduct? {
        try connection.firstRow(Self.sellerText, [id.rawValue]) { row in
            SellerProduct(
                try product(id, row),
                contact: try row.optionalText(27),
                reservationNote: try row.optionalText(28)
            )
        }
    }

    func secretHash(of id: Product.ID) throws -> SecretHash? {
        try connection.firstRow("SELECT secret_hash FROM product_detail WHERE product_id = $1", [id.rawValue]) { row in
            SecretHash(rawValue: try row.nonEmptyText(0))
        }
    }

    func shownContact(of id: Product.ID) throws -> String? {
        try connection.firstRow(
            """
            SELECT d.contact FROM product AS p JOIN product_detail AS d ON d.product_id = p.id \
            WHERE p.id = $1 AND p.state = 0
            """,
            [id.rawValue]
        ) { try $0.optionalText(0) } ?? nil
    }

    /// Reads the images of a product in order.
    func images(of id: Product.ID) throws -> [ProductImage] {
        let text = try connection.firstRow("SELECT \(Self.imagesText) FROM product AS p WHERE p.id = $1", [id.rawValue])
        {
            try $0.optionalText(0)
        }
        return try images(text ?? nil, of: id)
    }

    /// The images as one text, so that a product is one row.
    private static let imagesText = """
        (SELECT string_agg(concat_ws(' ', i.id, i.name, i.width, i.height, i.issued_at), ',' ORDER BY i.position) \
        FROM image AS i WHERE i.product_id = p.id)
        """
    private static let columns = """
        SELECT p.id, p.vendor_id, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at, p.updated_at, \
        p.thumbnail_id, p.name, v.name, v.created_at, v.is_blocked, d.description, \
        p.state, p.state_time, p.is_listed, p.expires_at, p.bumped_at, \
        p.condition, p.handover, p.place, c.slug, p.reduced_from, p.reduced_at, \
        \(imagesText)
        """
    private static let tables = """
         FROM product AS p JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        LEFT JOIN category AS c ON c.id = p.category_id WHERE p.id = $1
        """
    private static let text = columns + tables
    private static let sellerText = "\(columns), d.contact, d.reservation_note\(tables)"
    private static let textWithRevision = "\(columns), \(RevisionBase.sql("$2"))\(tables)"

    private func product(_ id: Product.ID, _ row: PostgresRow) throws -> Product {
        let images = try images(row.optionalText(26), of: id)
        let pricing = try ProductColumns.pricing(row, from: 3, of: id)
        return Product(
            id: id,
            vendor: Vendor(
                id: Vendor.ID(rawValue: try row.count(1)),
                name: try row.nonEmptyText(11),
                createdAt: try row.timestamp(12),
                isBlocked: try row.boolean(13)
            ),
            listing: Listing(
                name: try row.nonEmptyText(10),
                description: try row.text(14),
                pricing: pricing,
                stock: try row.count(6),
                attributes: ListingAttributes(
                    condition: try ProductColumns.condition(row, 20, of: id),
                    handover: try ProductColumns.handover(row, 21, of: id),
                    place: try row.optionalText(22) ?? "",
                    category: try row.optionalText(23)
                )
            ),
            images: images,
            thumbnail: try thumbnail(try row.optionalInteger(9), among: images, of: id),
            registeredAt: try row.timestamp(7),
            updatedAt: try row.timestamp(8),
            version: try row.positive(2),
            lifecycle: ListingLifecycle(
                state: try ProductColumns.state(row, from: 15, of: id),
                isListed: try row.boolean(17),
                expiresAt: try row.optionalTimestamp(18),
                bumpedAt: try row.optionalTimestamp(19)
            ),
            reduction: try ProductColumns.reduction(row, from: 24, of: pricing, id)
        )
    }

    /// Reads the images of a product, which are separated by commas, and their values by spaces.
    private func images(_ text: String?, of id: Product.ID) throws -> [ProductImage] {
        guard let text else { return [] }
        return try text.split(separator: ",").map { image in
            let values = image.split(separator: " ")
            guard values.count == 5, let number = Int64(values[0]), number > 0,
                let width = Int(values[2]), width > 0, let height = Int(values[3]), height > 0,
                let issuedAt = Int64(values[4])
            else { throw CorruptRowError(reason: "an image of product \(id.rawValue) has impossible values") }
            return ProductImage(
                id: ProductImage.ID(rawValue: number),
                name: try ProductColumns.imageName(String(values[1]), of: id),
                width: width,
                height: height,
                issuedAt: Timestamp(millisecondsSinceEpoch: issuedAt)
            )
        }
    }

    private func thumbnail(_ id: Int64?, among images: [ProductImage], of product: Product.ID) throws -> ProductImage? {
        guard let id else { return nil }
        guard let image = images.first(where: { $0.id.rawValue == id }) else {
            throw CorruptRowError(reason: "the thumbnail of product \(product.rawValue) is none of its images")
        }
        return image
    }
}
