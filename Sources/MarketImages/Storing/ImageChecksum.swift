internal import MarketHashing
internal import MarketModels

/// A verification that the bytes of an image file are those that were written.
///
/// A full rendition is named by its own hash. Files derived from it (thumbnail, web sizes) have no hash in their names,
/// so the hash is appended to the file, and omitted when the file is served.
enum ImageChecksum {
    enum Verdict: Equatable {
        /// The bytes are intact, except for a trailer that isn't part of the image.
        case whole(trailerByteCount: Int)
        case damaged
        /// The file was written by a version that wrote no hash. It isn't truncated as far as can be determined.
        case withoutChecksum
    }

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
    static func verdict(on bytes: [UInt8], named name: ImageName?) -> Verdict {
        if let name { return ImageName(contentOf: bytes) == name ? .whole(trailerByteCount: 0) : .damaged }
        guard bytes.count > byteCount, bytes.suffix(mark.count) == mark[...] else {
            // A JPEG ends with the EOI marker.
            return bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9] ? .withoutChecksum : .damaged
        }
        let content = Array(bytes.dropLast(byteCount))
        let isWhole = digest(of: content) == Array(bytes.suffix(byteCount).prefix(digestByteCount))
        return isWhole ? .whole(trailerByteCount: byteCount) : .damaged
    }

    private static func digest(of bytes: [UInt8]) -> [UInt8] { BLAKE2b.hash(bytes, byteCount: digestByteCount) }
}
