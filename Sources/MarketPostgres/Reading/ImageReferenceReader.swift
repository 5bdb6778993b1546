internal import MarketCore
internal import MarketModels

/// A reader of the images that products have.
struct ImageReferenceReader {
    let connection: PostgresConnection

    func unusedImages(among names: Set<ImageName>) throws -> Set<ImageName> {
        var unused = names
        try connection.forEachRow(
            "SELECT DISTINCT name FROM image WHERE name = ANY ($1)",
            [names.map(\.hexDigits)]
        ) { row in
            if let name = ImageName(try row.text(0)) { unused.remove(name) }
            return true
        }
        return unused
    }
}
