/// Writes bits into bytes, most significant first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: Int, _ bits: Int) {
        for bit in stride(from: bits - 1, through: 0, by: -1) {
            if count % 8 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << (7 - count % 8)
            count += 1
        }
    }

    mutating func writeExpGolomb(_ value: Int) {
        let bits = Int.bitWidth - (value + 1).leadingZeroBitCount
        write(0, bits - 1)
        write(value + 1, bits)
    }
}
