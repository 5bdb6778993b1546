internal import MarketModels

/// The images that products don't show any more, until they are removed. The notes are written with the commit that releases
/// the images, so no process has to live for them to be removed.
struct ReleasedImageRecords<Connection: RecordConnection> {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Notes the images of a product that is about to be deleted.
    func add(imagesOf id: Product.ID, at now: Timestamp) throws {
        try connection.execute(
            "INSERT INTO released_image (name, released_at) SELECT name, CAST($2 AS bigint) FROM image WHERE product_id = $1",
            [.integer(id.rawValue), .integer(now.millisecondsSinceEpoch)]
        )
    }

    func add(_ names: Set<ImageName>, at now: Timestamp) throws {
        for name in names {
            try connection.execute(
                "INSERT INTO released_image (name, released_at) VALUES ($1, $2)",
                [.text(name.hexDigits), .integer(now.millisecondsSinceEpoch)]
            )
        }
    }

    func images(named names: Set<ImageName>) throws -> [ReleasedImage] {
        try names.flatMap { name in
            try connection.all(
                "SELECT id, name, released_at FROM released_image WHERE name = $1",
                [.text(name.hexDigits)],
                image
            )
        }
    }

    func images(after last: Int64, limit: Int) throws -> [ReleasedImage] {
        try connection.all(
            "SELECT id, name, released_at FROM released_image WHERE id > $1 ORDER BY id LIMIT $2",
            [.integer(last), .integer(Int64(limit))],
            image
        )
    }

    func remove(_ images: [ReleasedImage]) throws {
        for image in images {
            try connection.execute("DELETE FROM released_image WHERE id = $1", [.integer(image.id)])
        }
    }

    private func image(_ row: Connection.Row) throws -> ReleasedImage {
        guard let name = ImageName(try row.text(1)) else { throw row.wrongType(1) }
        return ReleasedImage(id: try row.positive(0), name: name, releasedAt: try row.timestamp(2))
    }
}
