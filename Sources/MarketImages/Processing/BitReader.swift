/// A reader of the bits of a byte array, most significant bit first. Reads beyond the end return nil.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func skip(_ count: Int) {
        position += count
    }

    /// Reads an unsigned number.
    ///
    /// - Parameter count: the number of bits, at most 32.
    mutating func read(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// Reads an unsigned number in Exp-Golomb code, `ue(v)` in ITU-T H.265, 9.2.
    mutating func readExpGolomb() -> Int? {
        var zeros = 0
        while let bit = read(1) {
            if bit == 1 { return read(zeros).map { (1 << zeros) - 1 + $0 } }
            zeros += 1
            guard zeros <= 32 else { return nil }
        }
        return nil
    }
}
