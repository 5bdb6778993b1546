internal import MarketCore
internal import MarketModels

/// A writer that changes the images of one product within a transaction.
struct ImageWriter {
    /// An offset above every position in use, so that images can be reordered without violating the uniqueness of
    /// positions.
    private static let aside = 1_000_000

    let connection: PostgresConnection
    let product: Product.ID
    /// The time at which new images are issued.
    let now: Timestamp

    /// Inserts images at consecutive positions from 0, in one statement.
    func insert(_ images: [NewImage]) throws {
        guard !images.isEmpty else { return }
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
    }

    func replace(_ current: [ProductImage], with choices: [ProductEdit.ImageChoice]) throws {
        let kept = choices.compactMap { if case .kept(let id) = $0 { id } else { nil } }
        guard Set(kept).isSubset(of: current.map(\.id)), Set(kept).count == kept.count else {
            throw MarketError.unavailable(
                reason: "product \(product.rawValue) can't keep images that it doesn't have, or one twice"
            )
        }
        let removed = current.map(\.id).filter { !kept.contains($0) }
        if !removed.isEmpty {
            try connection.execute("DELETE FROM image WHERE id = ANY ($1)", [removed.map(\.rawValue)])
        }
        try connection.execute(
            "UPDATE image SET position = position + $1 WHERE product_id = $2",
            [Self.aside, product.rawValue]
        )
        for (position, choice) in choices.enumerated() {
            switch choice {
            case .kept(let id):
                try connection.execute("UPDATE image SET position = $1 WHERE id = $2", [position, id.rawValue])
            case .new(let image):
                try connection.execute(
                    """
                    INSERT INTO image (product_id, position, name, width, height, issued_at)
                    VALUES ($1, $2, $3, $4, $5, $6)
                    """,
                    [
                        product.rawValue, position, image.name.hexDigits, image.width, image.height,
                        now.millisecondsSinceEpoch,
                    ]
                )
            }
        }
    }

    /// Makes the image at a position the thumbnail.
    func setThumbnail(at position: Int) throws {
        try connection.execute(
            """
            UPDATE product SET thumbnail_id = image.id, thumbnail_name = image.name FROM image
            WHERE product.id = $1 AND image.product_id = $1 AND image.position = $2
            """,
            [product.rawValue, position]
        )
    }

    func setThumbnail(_ image: ProductImage?) throws {
        try connection.execute(
            "UPDATE product SET thumbnail_id = $1, thumbnail_name = $2 WHERE id = $3",
            [image?.id.rawValue, image?.name.hexDigits, product.rawValue]
        )
    }
}
