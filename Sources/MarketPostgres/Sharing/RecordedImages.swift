public import MarketCore

/// What a database says about the images of its market.
public struct RecordedImages: Hashable, Sendable {
    /// Where they are, as the servers have recorded it; nil if none has.
    public let place: String?
    /// Whether any product shows one.
    public let areUsed: Bool
}

extension PostgresProductStore {
    /// Returns what is known about the market's images.
    ///
    /// - Parameter place: where they are from now on if nobody has recorded a place; nil to record nothing.
    public func images(recording place: String? = nil) async throws(StoreError) -> RecordedImages {
        try await write { connection in
            if let place {
                try connection.execute("UPDATE market_state SET image_place = $1 WHERE image_place IS NULL", [place])
            }
            return try connection.recordedImages()
        }
    }
}

extension PostgresMoveStore {
    package func images() async throws(StoreError) -> RecordedImages {
        try await working { try $0.recordedImages() }
    }

    /// Records that the market's images are at another place from now on. Servers that were given another one don't start.
    package func setImagePlace(_ place: String) async throws(StoreError) {
        _ = try await working { try $0.execute("UPDATE market_state SET image_place = $1", [place]) }
    }
}

extension PostgresConnection {
    fileprivate func recordedImages() throws -> RecordedImages {
        let found = try firstRow("SELECT image_place, EXISTS (SELECT FROM image) FROM market_state") {
            RecordedImages(place: try $0.optionalText(0), areUsed: try $0.boolean(1))
        }
        guard let found else { throw CorruptRowError(reason: "the market has no state") }
        return found
    }
}
