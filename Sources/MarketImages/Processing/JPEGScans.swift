internal import MarketCore

/// Counts the scans of a progressive JPEG before anything is decoded.
///
/// Each scan is one more walk over the whole picture, and an empty one takes few bytes: without a bound, a small file
/// keeps a core busy for minutes.
enum JPEGScans {
    /// Encoders write about ten, and none more than one for each bit of each coefficient of the lowest frequencies.
    static let maximum = 100

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9
    /// Progressive, with Huffman and with arithmetic coding.
    private static let startsOfProgressiveFrame: Set<UInt8> = [0xC2, 0xCA]
    /// Tables, comments and application data: what may stand before a frame.
    private static let longestHeader = 1 << 20

    static func check(_ file: UploadFile) throws(ImageError) {
        guard isProgressive(try file.read(longestHeader, at: 0)) else { return }
        guard count(in: try file.read(file.byteCount, at: 0)) <= maximum else { throw .damaged }
    }

    /// Walks from segment to segment up to the frame. When in doubt, it is.
    private static func isProgressive(_ bytes: [UInt8]) -> Bool {
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if startsOfProgressiveFrame.contains(marker) { return true }
            if marker == startOfScan { return false }
            // Fill bytes may stand before a marker.
            if marker == 0xFF {
                offset += 1
                continue
            }
            offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        }
        return true
    }

    /// In coded data each 0xFF is followed by zero, so whatever looks like the start of a scan there is one.
    private static func count(in bytes: [UInt8]) -> Int {
        var count = 0
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == startOfScan, previous == 0xFF { count += 1 }
            previous = byte
        }
        return count
    }
}
