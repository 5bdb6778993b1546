internal import MarketCore
internal import MarketHashing
internal import MarketModels

/// A verification that the bytes of an image file are those that were written.
///
/// A full rendition is named by its own hash. Files derived from it (thumbnail, web sizes) have no hash in their names,
/// so the hash is appended to the file, and omitted when the file is served.
enum ImageChecksum {
    private static let mark = Array("OPENMARKET-SEAL1".utf8)
    private static let digestByteCount = 32
    static let byteCount = digestByteCount + mark.count

    /// Returns the bytes with their hash appended.
    static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
        bytes + digest(of: bytes) + mark
    }

    /// Verifies the bytes of a file.
    ///
    /// - Parameter name: the hash if the bytes are a full rendition, or nil if they are derived from one.
    /// - Returns: the length of the trailer that isn't part of the image, or nil if these aren't the bytes that were written.
    static func trailerByteCount(of bytes: [UInt8], named name: ImageName?) -> Int? {
        if let name { return ImageName(contentOf: bytes) == name ? 0 : nil }
        guard bytes.count > byteCount, bytes.suffix(mark.count) == mark[...] else { return nil }
        let isWhole = digest(of: bytes.dropLast(byteCount)) == Array(bytes.suffix(byteCount).prefix(digestByteCount))
        return isWhole ? byteCount : nil
    }

    private static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        BLAKE2b.hash(Array(bytes), byteCount: digestByteCount)
    }
}

extension DurableFiles {
    /// Reads a complete file and verifies it against its hash.
    ///
    /// - Parameter name: the hash if the file is a full rendition, or nil if it is derived from one.
    func verifiedFile(
        at path: String,
        named name: ImageName?
    ) throws(MarketError) -> (StoredFile, isWhole: Bool)? {
        // The status is read before the content, so that a concurrent write is detected later by its modification time.
        guard let status = try status(of: path), let bytes = try read(path) else { return nil }
        let trailerByteCount = ImageChecksum.trailerByteCount(of: bytes, named: name)
        let file = StoredFile(
            path: path,
            byteCount: bytes.count - (trailerByteCount ?? 0),
            trailerByteCount: trailerByteCount ?? 0,
            changedAt: status.changedAt
        )
        return (file, trailerByteCount != nil)
    }

    /// Reads a complete file that can be made again, and verifies it against its hash. A damaged one is removed, and made
    /// again at the next request.
    func derivedFile(at path: String) throws(MarketError) -> StoredFile? {
        guard let (file, isWhole) = try verifiedFile(at: path, named: nil) else { return nil }
        if isWhole { return file }
        try remove(path)
        return nil
    }
}
