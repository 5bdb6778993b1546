internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that changes the images of one product within a transaction.
struct ImageWriter {
    /// An offset above every position in use, so that images can be reordered without violating the uniqueness of
    /// positions.
    private static let aside = 1_000_000

    let database: Database
    let product: Product.ID
    /// The time at which new images are issued.
    let now: Timestamp

    func insert(_ image: NewImage, at position: Int) throws {
        try database.execute(
            cached: """
                INSERT INTO image (product_id, position, name, width, height, issued_at) VALUES (?, ?, ?, ?, ?, ?)
                """,
            [
                product.rawValue, position, image.name.hexDigits, image.width, image.height,
                now.millisecondsSinceEpoch,
            ]
        )
    }

    func replace(_ current: [ProductImage], with choices: [ProductEdit.ImageChoice]) throws {
        let kept = choices.compactMap { if case .kept(let id) = $0 { id } else { nil } }
        guard Set(kept).isSubset(of: current.map(\.id)), Set(kept).count == kept.count else {
            throw MarketError.unavailable(
                reason: "product \(product.rawValue) can't keep images that it does not have, or one twice"
            )
        }
        for image in current where !kept.contains(image.id) {
            try database.execute(cached: "DELETE FROM image WHERE id = ?", [image.id.rawValue])
        }
        try database.execute(
            cached: "UPDATE image SET position = position + ? WHERE product_id = ?",
            [Self.aside, product.rawValue]
        )
        for (position, choice) in choices.enumerated() {
            switch choice {
            case .kept(let id):
                try database.execute(
                    cached: "UPDATE image SET position = ? WHERE id = ?",
                    [position, id.rawValue]
                )
            case .new(let image):
                try insert(image, at: position)
            }
        }
    }

    func setThumbnail(_ image: ProductImage?) throws {
        try database.execute(
            cached: "UPDATE product SET thumbnail_id = ?, thumbnail_name = ? WHERE id = ?",
            [image?.id.rawValue, image?.name.hexDigits, product.rawValue]
        )
    }
}
