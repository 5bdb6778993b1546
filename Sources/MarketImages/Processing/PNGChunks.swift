internal import MarketCore

/// Chooses what of a PNG its decoder sees: what its pixels are made of, and of all else a profile and an orientation.
///
/// A decoder inflates each compressed text on its way to the pixels, and eight megabytes fit into eight thousand bytes:
/// texts that nobody would see take seconds and gigabytes.
enum PNGChunks {
    private static let signatureByteCount = 8
    /// Length, name and checksum.
    private static let frameByteCount = 12
    private static let critical: Set<String> = ["IHDR", "PLTE", "IDAT", "IEND"]
    /// The longest that is kept of each ancillary chunk, in bytes. A palette has 256 entries. Profiles of screens take
    /// some kilobytes, those of printers up to a megabyte when they are compressed. An orientation takes some bytes; what
    /// cameras write beside it, thumbnails included, fits into a segment of a JPEG.
    private static let longestAncillary = ["tRNS": 256, "iCCP": 1 << 20, "eXIf": 1 << 16]

    /// - Returns: the parts of the file that are to be decoded, one behind the other.
    static func decodedParts(of file: UploadFile) throws(ImageError) -> [Range<Int>] {
        var window = FileWindow(file)
        var parts = [0..<min(signatureByteCount, file.byteCount)]
        var ancillary: Set<String> = []
        var offset = signatureByteCount
        var isInPixels = false
        var isBehindPixels = false
        while let header = try window.read(8, at: offset) {
            let length = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: header.suffix(4), as: UTF8.self)
            let chunk = offset..<min(offset + length + frameByteCount, file.byteCount)
            if name == "IHDR", let size = try window.read(8, at: offset + 8) { try checkSize(size) }
            offset = chunk.upperBound
            if isInPixels, name != "IDAT" { isBehindPixels = true }
            if name == "IDAT" {
                // All pixels are in one row of chunks.
                guard !isBehindPixels else { throw .damaged }
                isInPixels = true
            }
            let isKept: Bool
            if critical.contains(name) {
                isKept = true
            } else if header[header.startIndex + 4] & 0x20 == 0 {
                // No decoder knows what it would mean to leave out a chunk that is said to be critical.
                throw .damaged
            } else {
                isKept = !isInPixels && length <= longestAncillary[name] ?? -1 && ancillary.insert(name).inserted
            }
            if isKept, parts[parts.count - 1].upperBound == chunk.lowerBound {
                parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<chunk.upperBound
            } else if isKept {
                parts.append(chunk)
            }
            if name == "IEND" { break }
        }
        return parts
    }

    /// libpng takes memory for whole rows as soon as it knows how wide they are.
    private static func checkSize(_ size: ArraySlice<UInt8>) throws(ImageError) {
        let width = size.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let height = size.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        // No machine has room for these.
        guard width < 1 << 31, height < 1 << 31, width * height < 1 << 60 else { throw .damaged }
        try DeclaredSize.check(width: width, height: height)
    }
}
