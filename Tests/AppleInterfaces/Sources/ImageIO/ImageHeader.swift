import Foundation

/// Reads the size of a PNG, JPEG or WebP file from its header.
enum ImageHeader {
    static func size(of data: Data) -> (width: Int, height: Int)? {
        let bytes = [UInt8](data)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            return (bigEndian(bytes[16..<20]), bigEndian(bytes[20..<24]))
        }
        if bytes.starts(with: [0xFF, 0xD8]) { return jpeg(bytes) }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 30 { return webP(bytes) }
        return nil
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int { bigEndian(ArraySlice(bytes.reversed())) }

    private static func jpeg(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return (bigEndian(bytes[place + 7..<place + 9]), bigEndian(bytes[place + 5..<place + 7])) }
            place += 2 + bigEndian(bytes[place + 2..<place + 4])
        }
        return nil
    }

    private static func webP(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X": (littleEndian(bytes[24..<27]) + 1, littleEndian(bytes[27..<30]) + 1)
        case "VP8 ": (littleEndian(bytes[26..<28]) & 0x3FFF, littleEndian(bytes[28..<30]) & 0x3FFF)
        case "VP8L":
            {
                let bits = littleEndian(bytes[21..<25])
                return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
            }()
        default: nil
        }
    }
}
