internal import MarketCore

/// A selection of the chunks of a PNG that are passed to the decoder: those that define the pixels, the color profile
/// and the orientation.
///
/// A decoder inflates every compressed text on its way to the pixels, and eight megabytes compress to eight thousand
/// bytes. Texts that nobody sees would take seconds and gigabytes.
enum PNGChunks {
    private static let signatureByteCount = 8
    /// The size of length, name and checksum.
    private static let frameByteCount = 12
    private static let critical: Set<String> = ["IHDR", "PLTE", "IDAT", "IEND"]
    /// The maximum length of each ancillary chunk that is kept, in bytes. A palette has 256 entries. Profiles of
    /// screens take some kilobytes, compressed profiles of printers up to a megabyte. An orientation takes a few bytes;
    /// the other data that cameras write along with it, including thumbnails, fits into a JPEG segment.
    private static let longestAncillary = ["tRNS": 256, "iCCP": 1 << 20, "eXIf": 1 << 16]

    /// - Returns: the parts of the file to be decoded, to be concatenated.
    static func decodedParts(of file: UploadFile) throws(ImageError) -> [Range<Int>] {
        var window = BufferedFileReader(file)
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
                // All IDAT chunks have to be consecutive.
                guard !isBehindPixels else { throw .damaged }
                isInPixels = true
            }
            let isKept: Bool
            if critical.contains(name) {
                isKept = true
            } else if header[header.startIndex + 4] & 0x20 == 0 {
                // An unknown critical chunk can't be left out without changing the meaning of the image.
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

    /// Checks the declared size before decoding, because libpng allocates memory for whole rows as soon as it knows
    /// their width.
    private static func checkSize(_ size: ArraySlice<UInt8>) throws(ImageError) {
        let width = size.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let height = size.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        // Prevents overflow; no machine has the memory for such images.
        guard width < 1 << 31, height < 1 << 31, width * height < 1 << 60 else { throw .damaged }
        try DeclaredSize.check(width: width, height: height)
    }
}
