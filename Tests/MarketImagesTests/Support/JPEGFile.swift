/// JPEG files that no encoder would write: one color, and as many scans and segments as a test wants.
struct JPEGFile {
    private(set) var bytes: [UInt8] = [0xFF, 0xD8]

    /// Creates a sequential file, one component after another, each with any number of scans.
    ///
    /// - Parameters:
    ///   - scans: the component of each scan.
    ///   - segments: marker and body of the segments before the frame.
    init(width: Int, height: Int, components: Int = 3, scans: [Int], segments: [(marker: UInt8, body: [UInt8])] = []) {
        for segment in segments { append(segment.marker, segment.body) }
        append(0xDB, [0] + [UInt8](repeating: 16, count: 64))
        append(
            0xC0,
            [8] + Self.number(height) + Self.number(width) + [UInt8(components)]
                + (1...components).flatMap { [UInt8($0), 0x11, 0] }
        )
        // The only code, a zero bit: no difference for DC, end of block for AC.
        append(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        append(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        let bits = 2 * ((width + 7) / 8) * ((height + 7) / 8)
        for component in scans {
            append(0xDA, [1, UInt8(component), 0, 0, 63, 0])
            bytes += [UInt8](repeating: 0, count: bits / 8)
            // The last byte is padded with ones.
            if bits % 8 > 0 { bytes.append(0xFF >> UInt8(bits % 8)) }
        }
        bytes += [0xFF, 0xD9]
    }

    private mutating func append(_ marker: UInt8, _ body: [UInt8]) {
        bytes += [0xFF, marker] + Self.number(body.count + 2) + body
    }

    private static func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }
}
