internal import CSodium
internal import MarketCore
internal import MarketModels

/// Tells whether the bytes of a picture's file are those that were written.
///
/// A full rendition is named by its own hash. What is made from it (thumbnail, web sizes) has none in its name, so the
/// hash stands behind it in the file, and is left out when it is shown.
enum PictureSeal {
    enum Verdict: Equatable {
        /// So many bytes at the end of the file are not the picture's own.
        case whole(trailerByteCount: Int)
        case damaged
        /// Made by a version that wrote no hash, and not cut off as far as can be seen.
        case unsealed
    }

    private static let mark = Array("OPENMARKET-SEAL1".utf8)
    private static let digestByteCount = 32
    static let byteCount = digestByteCount + mark.count

    /// Bytes with their hash behind them.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        bytes + digest(of: bytes) + mark
    }

    /// - Parameter name: the hash, where the bytes are a full rendition; nil for what is made from one.
    static func verdict(on bytes: [UInt8], named name: PictureName?) -> Verdict {
        if let name { return PictureName(contentOf: bytes) == name ? .whole(trailerByteCount: 0) : .damaged }
        guard bytes.count > byteCount, bytes.suffix(mark.count) == mark[...] else {
            // A JPEG ends with this marker.
            return bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9] ? .unsealed : .damaged
        }
        let content = Array(bytes.dropLast(byteCount))
        let isWhole = digest(of: content) == Array(bytes.suffix(byteCount).prefix(digestByteCount))
        return isWhole ? .whole(trailerByteCount: byteCount) : .damaged
    }

    private static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestByteCount)
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        return digest
    }
}
