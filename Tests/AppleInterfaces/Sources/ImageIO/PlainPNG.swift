import Foundation

/// A black picture of a size, with a bit for each pixel: what takes the place of an encoder's work.
enum PlainPNG {
    static func data(width: Int, height: Int) -> Data {
        let pixels = [UInt8](repeating: 0, count: ((width + 7) / 8 + 1) * height)
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        data += chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [1, 0, 0, 0, 0])
        data += chunk("IDAT", stored(pixels))
        data += chunk("IEND", [])
        return data
    }

    /// Wraps zeros as a zlib stream of uncompressed blocks.
    private static func stored(_ zeros: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = zeros[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            let length = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8)]
            stream += [UInt8(~length & 0xFF), UInt8(~length >> 8)]
            stream += block
        } while !rest.isEmpty
        // The sum of zeros: 1, and as many times 1 as there are bytes.
        return stream + bytes(UInt32(zeros.count % 65521) << 16 | 1)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> Data {
        let body = Array(type.utf8) + content
        return Data(bytes(UInt32(content.count)) + body + bytes(checksum(body)))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
