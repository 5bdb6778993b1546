public import MarketModels

/// The images that products don't show any more, until they are removed. The notes are written with the commit that releases
/// the images, so no process has to live for them to be removed.
extension ProductStore {
    public func releasedImages(named names: Set<ImageName>) async throws(MarketError) -> [ReleasedImage] {
        guard !names.isEmpty else { return [] }
        return try await readRecords { connection in
            try names.flatMap { try connection.releasedImages("name = $1", [.text($0.hexDigits)]) }
        }
    }

    public func releasedImages(after last: Int64, limit: Int) async throws(MarketError) -> [ReleasedImage] {
        try await readRecords {
            try $0.releasedImages("id > $1 ORDER BY id LIMIT $2", [.integer(last), .integer(Int64(limit))])
        }
    }

    public func removeReleased(_ images: [ReleasedImage]) async throws(MarketError) {
        guard !images.isEmpty else { return }
        try await writeRecords { connection in
            for image in images {
                try connection.execute("DELETE FROM released_image WHERE id = $1", [.integer(image.id)])
            }
        }
    }
}

extension RecordConnection {
    fileprivate func releasedImages(_ condition: String, _ values: [MoveValue]) throws -> [ReleasedImage] {
        try all("SELECT id, name, released_at FROM released_image WHERE \(condition)", values) { row in
            guard let name = ImageName(try row.text(1)) else { throw row.wrongType(1) }
            return ReleasedImage(id: try row.positive(0), name: name, releasedAt: try row.timestamp(2))
        }
    }

    /// Notes the images of a product that is about to be deleted.
    func addReleased(imagesOf id: Product.ID, at now: Timestamp) throws {
        try execute(
            "INSERT INTO released_image (name, released_at) SELECT name, CAST($2 AS bigint) FROM image WHERE product_id = $1",
            [.integer(id.rawValue), .integer(now.millisecondsSinceEpoch)]
        )
    }

    func addReleased(_ names: Set<ImageName>, at now: Timestamp) throws {
        for name in names {
            try execute(
                "INSERT INTO released_image (name, released_at) VALUES ($1, $2)",
                [.text(name.hexDigits), .integer(now.millisecondsSinceEpoch)]
            )
        }
    }
}
