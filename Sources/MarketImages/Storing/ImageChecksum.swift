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
