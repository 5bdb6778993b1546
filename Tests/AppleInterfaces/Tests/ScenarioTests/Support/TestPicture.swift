import Foundation

/// Small pictures that differ from each other.
enum TestPicture {
    /// Returns a PNG of one colour, which the number chooses.
    static func png(_ number: Int = 0, side: Int = 8) -> Data {
        let colour = [UInt8(truncatingIfNeeded: number &* 37), UInt8(truncatingIfNeeded: number >> 3), 90]
        let row: [UInt8] = [0] + (0..<side).flatMap { _ in colour }
        let pixels: [UInt8] = (0..<side).flatMap { _ in row }
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        data += chunk("IHDR", bytes(UInt32(side)) + bytes(UInt32(side)) + [8, 2, 0, 0, 0])
        data += chunk("IDAT", stored(pixels))
        data += chunk("IEND", [])
        return data
    }

    /// Returns the header of a large picture with as many bytes as a photo has. No decoder accepts it, but its size can be
    /// read.
    static func large(width: Int, height: Int, byteCount: Int) -> Data {
        var data = png()
        data.replaceSubrange(16..<24, with: bytes(UInt32(width)) + bytes(UInt32(height)))
        return data + Data(count: byteCount - data.count)
    }

    /// Wraps bytes as an uncompressed zlib stream.
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        let length = UInt16(content.count)
        let header: [UInt8] = [0x78, 0x01, 0x01, UInt8(length & 0xFF), UInt8(length >> 8)]
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in content {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return header + [UInt8(~length & 0xFF), UInt8(~length >> 8)] + content + bytes(b << 16 | a)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> Data {
        let body = Array(type.utf8) + content
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Data(bytes(UInt32(content.count)) + body + bytes(~crc))
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
