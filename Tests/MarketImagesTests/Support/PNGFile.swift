/// PNG files that no encoder would write.
struct PNGFile {
    enum Color: UInt8 {
        case grey = 0
        case rgb = 2
        case rgba = 6

        var channels: Int {
            switch self {
            case .grey: 1
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Creates a black image.
    ///
    /// - Parameter ancillary: chunks before the pixels.
    init(
        width: Int,
        height: Int,
        depth: Int = 8,
        _ color: Color = .rgb,
        isInterlaced: Bool = false,
        ancillary: [(name: String, body: [UInt8])] = []
    ) {
        append(
            "IHDR",
            Self.number(width) + Self.number(height) + [UInt8(depth), color.rawValue, 0, 0, isInterlaced ? 1 : 0]
        )
        for chunk in ancillary { append(chunk.name, chunk.body) }
        let bits = depth * color.channels
        var zeros = 0
        if isInterlaced {
            // Adam7: the origin of each pass, and its steps.
            for (x, y, right, down) in [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
            ] {
                let (columns, rows) = ((width - x + right - 1) / right, (height - y + down - 1) / down)
                if columns > 0, rows > 0 { zeros += rows * (1 + (columns * bits + 7) / 8) }
            }
        } else {
            zeros = height * (1 + (width * bits + 7) / 8)
        }
        append("IDAT", ZeroBytes.deflated(zeros))
        append("IEND", [])
    }

    /// Inserts a chunk before the last one.
    mutating func insertBeforeEnd(_ name: String, _ body: [UInt8]) {
        bytes.removeLast(12)
        append(name, body)
        append("IEND", [])
    }

    private mutating func append(_ name: String, _ body: [UInt8]) {
        let named = Array(name.utf8) + body
        bytes += Self.number(body.count) + named + Self.number(Int(Checksum.crc32(named)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// Any number of zero bytes in a zlib stream of a thousandth of their size.
enum ZeroBytes {
    /// Follows RFC 1950 and 1951: one block with the fixed codes, a zero and copies of 258 bytes from one byte before.
    static func deflated(_ count: Int) -> [UInt8] {
        var bits = DeflateBits()
        bits.write(1, 1)
        bits.write(1, 2)
        var left = count
        if left > 0 {
            bits.writeCode(0x30, 8)
            left -= 1
        }
        while left >= 258 {
            bits.writeCode(0b1100_0101, 8)
            bits.writeCode(0, 5)
            left -= 258
        }
        for _ in 0..<left { bits.writeCode(0x30, 8) }
        bits.writeCode(0, 7)
        // Adler-32 of zeros: 1 in the lower half, their number in the upper one.
        let adler = (count % 65521) << 16 | 1
        return [0x78, 0x9C] + bits.finished + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: adler >> $0) }
    }

    private struct DeflateBits {
        var bytes: [UInt8] = []
        private var current: UInt32 = 0
        private var filled: UInt32 = 0

        /// Writes a number, least significant bit first.
        mutating func write(_ value: UInt32, _ count: UInt32) {
            current |= value << filled
            filled += count
            while filled >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: current))
                current >>= 8
                filled -= 8
            }
            // The last byte, as far as it is filled.
            pending = filled > 0 ? UInt8(truncatingIfNeeded: current) : nil
        }

        /// Writes a code, most significant bit first.
        mutating func writeCode(_ code: UInt32, _ count: UInt32) {
            var reversed: UInt32 = 0
            for bit in 0..<count where code >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
            write(reversed, count)
        }

        private var pending: UInt8?
        var finished: [UInt8] { bytes + [pending].compactMap { $0 } }
    }
}

enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}
