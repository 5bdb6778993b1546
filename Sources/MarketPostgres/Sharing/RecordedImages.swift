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
    public func images(recording place: String? = nil) async throws(MarketError) -> RecordedImages {
        let images = try await write { connection in
            if let place {
                try connection.execute("UPDATE market_state SET image_place = $1 WHERE image_place IS NULL", [place])
            }
            return try connection.recordedImages()
        }
        imagePlace = images.place
        return images
    }
}

extension PostgresMoveStore {
    package func images() async throws(MarketError) -> RecordedImages {
        try await working { try $0.recordedImages() }
    }
}

extension PostgresConnection {
    /// Refuses to go on with a transaction that has stored images at a place that isn't the market's any more. Without a place,
    /// nothing is checked.
    ///
    /// Called after the images' rows are written: a move that changes the place either waits for the end of this transaction,
    /// and then finds its images, or has ended before, and is seen here.
    func requireImages(at place: String?) throws {
        guard let place else { return }
        let isThere = try firstRow("SELECT image_place = $1 FROM market_state", [place]) { try $0.boolean(0) }
        guard isThere == true else {
            throw MarketError.unavailable(
                reason: "the market's images are being moved or were moved to another place than \(place)"
            )
        }
    }

    fileprivate func recordedImages() throws -> RecordedImages {
        let found = try firstRow("SELECT image_place, EXISTS (SELECT FROM image) FROM market_state") {
            RecordedImages(place: try $0.optionalText(0), areUsed: try $0.boolean(1))
        }
        guard let found else { throw CorruptRowError(reason: "the market has no state") }
        return found
    }
}
