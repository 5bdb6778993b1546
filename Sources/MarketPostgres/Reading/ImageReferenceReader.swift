internal import MarketCore
internal import MarketModels

/// A reader of the images that products have.
struct ImageReferenceReader {
    let connection: PostgresConnection

    func unusedImages(among names: Set<ImageName>) throws -> Set<ImageName> {
        let used = try connection.all(
            "SELECT DISTINCT name FROM image WHERE name = ANY ($1)",
            [names.map(\.hexDigits)]
        ) { ImageName(try $0.text(0)) }
        return names.subtracting(used.compactMap(\.self))
    }
}
