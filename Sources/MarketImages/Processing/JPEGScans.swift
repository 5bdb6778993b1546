internal import MarketCore

/// A check of the number of scans and segments of a JPEG before it is decoded.
///
/// Every scan is a pass over the whole image, and an empty one takes only a few bytes. Every segment is appended to a
/// list that libvips traverses from its beginning. Without limits, a small file can keep a core busy for minutes.
enum JPEGScans {
    /// The maximum number of scans of a progressive JPEG. Encoders write about ten, and none writes more than one for
    /// each bit of each coefficient of the lowest frequencies.
    static let maximum = 100
    /// The maximum number of segments in addition to ``maximum`` scans. It allows for 20 MB of application data in
    /// segments of 64 KiB, and as many segments again for tables and scans.
    static let maximumSegmentCount = 1000

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9
    /// The frame headers, which determine the coding process. The other markers up to 0xCF are tables.
    private static let startsOfFrame: Set<UInt8> = [
        0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
    ]
    /// The headers of progressive frames, with Huffman and with arithmetic coding.
    private static let startsOfProgressiveFrame: Set<UInt8> = [0xC2, 0xCA]
    /// The markers without a length: restarts within a scan, the start of the image, and one without a meaning.
    private static let markersAlone: Set<UInt8> = [0x01, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8]

    static func check(_ file: UploadFile) throws(ImageError) {
        var window = BufferedFileReader(file)
        var offset = 2
        var segments = 0
        var scans = 0
        var maximumScans = maximum
        // In entropy-coded data each 0xFF is followed by a zero or a restart marker, so any other marker found there is
        // a real one.
        while let start = try window.firstOffset(of: 0xFF, from: offset) {
            guard let marker = try window.read(1, at: start + 1)?.first else { return }
            // Fill bytes may precede a marker.
            offset = marker == 0xFF ? start + 1 : start + 2
            if marker == 0 || marker == 0xFF || markersAlone.contains(marker) { continue }
            if marker == endOfImage { return }
            guard let length = try window.readInteger16(at: offset) else { return }
            if startsOfFrame.contains(marker), !startsOfProgressiveFrame.contains(marker) {
                // A non-progressive JPEG has at most one scan per component.
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
