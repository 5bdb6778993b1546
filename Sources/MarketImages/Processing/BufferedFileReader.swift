internal import Foundation
internal import MarketCore

/// A reader that goes through an upload from front to back with a buffer.
struct BufferedFileReader {
    /// The size of the buffer. With this size the cost of reading is small compared to that of processing the bytes.
    private static let pieceByteCount = 64 * 1024

    let file: UploadFile
    private var start = 0
    private var bytes: [UInt8] = []

    init(_ file: UploadFile) {
        self.file = file
    }

    /// - Parameter count: the number of bytes, at most a few hundred.
    /// - Returns: nil when the file ends before.
    mutating func read(_ count: Int, at offset: Int) throws(ImageError) -> ArraySlice<UInt8>? {
        guard offset >= 0, offset <= file.byteCount - count else { return nil }
        if offset < start || offset + count > start + bytes.count { try move(to: offset) }
        guard offset - start + count <= bytes.count else { return nil }
        return bytes[offset - start..<offset - start + count]
    }

    /// Reads a 16-bit integer in big-endian order.
    mutating func readInteger16(at offset: Int) throws(ImageError) -> Int? {
        try read(2, at: offset).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Reads a 32-bit integer in big-endian order.
    mutating func readInteger32(at offset: Int) throws(ImageError) -> Int? {
        try read(4, at: offset).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Returns the offset of the first occurrence of the byte at or after an offset, or nil.
    mutating func firstOffset(of byte: UInt8, from offset: Int) throws(ImageError) -> Int? {
        var offset = offset
        while offset < file.byteCount {
            if offset < start || offset >= start + bytes.count { try move(to: offset) }
            guard offset - start < bytes.count else { return nil }
            let found = bytes.withUnsafeBytes { buffer -> Int? in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[(offset - start)...])
                guard let first = rest.baseAddress, let match = memchr(first, Int32(byte), rest.count) else {
                    return nil
                }
                return UnsafeRawPointer(match) - first
            }
            if let found { return offset + found }
            offset = start + bytes.count
        }
        return nil
    }

    private mutating func move(to offset: Int) throws(ImageError) {
        bytes = try file.read(Self.pieceByteCount, at: offset)
        start = offset
    }
}
