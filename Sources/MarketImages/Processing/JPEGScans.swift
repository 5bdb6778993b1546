internal import MarketCore

/// Counts the scans and the segments of a JPEG before anything is decoded.
///
/// Each scan is one more walk over the whole picture, and an empty one takes few bytes; each segment is appended to a list
/// that libvips walks from its beginning. Without bounds, a small file keeps a core busy for minutes.
enum JPEGScans {
    /// Of a progressive JPEG. Encoders write about ten, and none more than one for each bit of each coefficient of the
    /// lowest frequencies.
    static let maximum = 100
    /// Application data of 20 MB in segments of 64 KiB, and as many again for tables and scans.
    static let maximumSegmentCount = 1000

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9
    /// Of what kind the picture is; the other numbers up to 0xCF are tables.
    private static let startsOfFrame: Set<UInt8> = [
        0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
    ]
    /// Progressive, with Huffman and with arithmetic coding.
    private static let startsOfProgressiveFrame: Set<UInt8> = [0xC2, 0xCA]
    /// Restarts within a scan, the start of the image, and one that means nothing: no length follows them.
    private static let markersAlone: Set<UInt8> = [0x01, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8]

    static func check(_ file: UploadFile) throws(ImageError) {
        var window = FileWindow(file)
        var offset = 2
        var segments = 0
        var scans = 0
        var maximumScans = maximum
        // In coded data each 0xFF is followed by zero or a restart, so whatever else looks like a marker there is one.
        while let start = try window.firstOffset(of: 0xFF, from: offset) {
            guard let marker = try window.read(1, at: start + 1)?.first else { return }
            // Fill bytes may stand before a marker.
            offset = marker == 0xFF ? start + 1 : start + 2
            if marker == 0 || marker == 0xFF || markersAlone.contains(marker) { continue }
            if marker == endOfImage { return }
            guard let length = try window.readInteger16(at: offset) else { return }
            if startsOfFrame.contains(marker), !startsOfProgressiveFrame.contains(marker) {
                // Each component is in one scan.
                maximumScans = try window.read(8, at: offset).map { Int($0[$0.startIndex + 7]) } ?? 0
            }
            if marker == startOfScan { scans += 1 }
            segments += 1
            guard scans <= maximumScans else { throw .damaged }
            guard segments <= maximumSegmentCount + maximum else { throw .tooCostly }
            offset += max(2, length)
        }
    }
}
