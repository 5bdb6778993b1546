/// A parser of the boxes of an ISO media file (ISO/IEC 14496-12) in memory, and of the integers in them.
struct HEIFBoxes {
    let bytes: [UInt8]

    /// A box within ``bytes``.
    struct Box {
        let type: String
        /// Where the four bytes of the type are.
        let typeOffset: Int
        /// The range of the content, without size and type.
        let body: Range<Int>
    }

    /// Returns the consecutive boxes in a range.
    ///
    /// - Returns: nil when one of them extends beyond the range.
    func boxes(in range: Range<Int>) -> [Box]? {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let size = integer(4, at: offset), offset + 8 <= range.upperBound else { return nil }
            var header = 8
            var length = size
            if size == 1 {
                guard let large = integer(8, at: offset + 8) else { return nil }
                header = 16
                length = large
            } else if size == 0 {
                length = range.upperBound - offset
            }
            guard length >= header, length <= range.upperBound - offset else { return nil }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            boxes.append(Box(type: type, typeOffset: offset + 4, body: offset + header..<offset + length))
            offset += length
        }
        return boxes
    }

    /// Reads an unsigned integer in big-endian order.
    ///
    /// - Parameter count: the number of bytes, 0 to 8.
    /// - Returns: nil beyond the end, and for numbers that exceed any offset in a file.
    func integer(_ count: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        var value = 0
        for byte in bytes[offset..<offset + count] {
            guard value < 1 << 47 else { return nil }
            value = value << 8 | Int(byte)
        }
        return value
    }

    /// A reader of consecutive integers.
    struct Cursor {
        let boxes: HEIFBoxes
        private(set) var offset: Int
        let end: Int

        init(_ boxes: HEIFBoxes, _ range: Range<Int>) {
            self.boxes = boxes
            offset = range.lowerBound
            end = range.upperBound
        }

        mutating func read(_ count: Int) -> Int? {
            guard offset + count <= end, let value = boxes.integer(count, at: offset) else { return nil }
            offset += count
            return value
        }

        mutating func skip(_ count: Int) {
            offset += count
        }
    }

    func cursor(_ range: Range<Int>) -> Cursor { Cursor(self, range) }
}
