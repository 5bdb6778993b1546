/// A Huffman code of JPEG, ITU-T T.81 annex C.
struct HuffmanCode {
    private var symbols: [Int: UInt8] = [:]

    init(counts: [Int], values: [UInt8]) {
        var code = 1  // a leading one keeps codes of different lengths apart
        var values = values[...]
        for count in counts {
            code <<= 1
            for _ in 0..<count {
                symbols[code] = values.popFirst()
                code += 1
            }
        }
    }

    func next(_ reader: inout BitReader) throws -> UInt8 {
        var code = 1
        for _ in 0..<16 {
            code = code << 1 | reader.bit()
            if let symbol = symbols[code] { return symbol }
        }
        throw JPEGReader.Damage()
    }
}

/// Reads coded data bit by bit; zeros follow the end.
struct BitReader {
    let bytes: [UInt8]
    var offset: Int
    private var left = 0
    private var byte = 0

    init(bytes: [UInt8], offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func bit() -> Int {
        if left == 0 {
            byte = offset < bytes.count ? Int(bytes[offset]) : 0
            // A zero byte is stuffed after each 0xFF.
            offset += byte == 0xFF ? 2 : 1
            left = 8
        }
        left -= 1
        return byte >> left & 1
    }

    /// Reads a number of this many bits, ITU-T T.81 table F.1.
    mutating func signed(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count { value = value << 1 | bit() }
        return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value
    }
}
