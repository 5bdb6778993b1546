internal import GRDB
internal import MarketCore
internal import MarketModels

/// Changes the pictures of one product inside a transaction.
struct PictureWriter {
    /// Above every position in use, so that pictures can change places without two of them ever meeting at one.
    private static let aside = 1_000_000

    let database: Database
    let product: Product.ID
    /// When new pictures are issued.
    let now: Timestamp

    func insert(_ picture: NewPicture, at position: Int) throws {
        try database.execute(
            cached: """
                INSERT INTO picture (product_id, position, name, width, height, issued_at) VALUES (?, ?, ?, ?, ?, ?)
                """,
            [
                product.rawValue, position, picture.name.hexDigits, picture.width, picture.height,
                now.millisecondsSinceEpoch,
            ]
        )
    }

    func replace(_ current: [Picture], with choices: [ProductEdit.PictureChoice]) throws {
        let kept = choices.compactMap { if case .kept(let id) = $0 { id } else { nil } }
        guard Set(kept).isSubset(of: current.map(\.id)), Set(kept).count == kept.count else {
            throw StoreError.unavailable(
                reason: "product \(product.rawValue) can't keep pictures that it does not have, or one twice"
            )
        }
        for picture in current where !kept.contains(picture.id) {
            try database.execute(cached: "DELETE FROM picture WHERE id = ?", [picture.id.rawValue])
        }
        try database.execute(
            cached: "UPDATE picture SET position = position + ? WHERE product_id = ?",
            [Self.aside, product.rawValue]
        )
        for (position, choice) in choices.enumerated() {
            switch choice {
            case .kept(let id):
                try database.execute(
                    cached: "UPDATE picture SET position = ? WHERE id = ?",
                    [position, id.rawValue]
                )
            case .new(let picture):
                try insert(picture, at: position)
            }
        }
    }

    func setThumbnail(_ picture: Picture?) throws {
        try database.execute(
            cached: "UPDATE product SET thumbnail_id = ?, thumbnail_name = ? WHERE id = ?",
            [picture?.id.rawValue, picture?.name.hexDigits, product.rawValue]
        )
    }
}
