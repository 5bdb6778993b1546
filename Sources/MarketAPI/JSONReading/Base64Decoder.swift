/// Decodes base64 as it arrives, in pieces of any size.
///
/// White space is passed over (line breaks, which apps put in), so is the beginning of a data URL
/// (`data:image/jpeg;base64,`); the letters of the URL-safe alphabet count too, and the padding may be missing.
public struct Base64Decoder: Sendable {
    private enum Place { case start, dataURL, text, padding }

    /// A data URL's beginning is not longer than this, in bytes.
    private static let maximumPrefix = 128

    private var place = Place.start
    private var prefix: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0

    public init() {}

    /// Decodes a piece, and appends what came of it.
    ///
    /// - Returns: false for what is no base64; the decoder is of no use then.
    public mutating func decode(_ bytes: some Sequence<UInt8>, into output: inout [UInt8]) -> Bool {
        for byte in bytes {
            if byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab { continue }
            switch place {
            case .start:
                prefix.append(byte)
                guard Array("data:".utf8).starts(with: prefix) else {
                    // It was no data URL, and its beginning was text already.
                    let text = prefix
                    prefix = []
                    place = .text
                    guard text.allSatisfy({ take($0, into: &output) }) else { return false }
                    continue
                }
                if prefix.count == 5 { place = .dataURL }
            case .dataURL:
                prefix.append(byte)
                guard prefix.count <= Self.maximumPrefix else { return false }
                if byte == .comma { place = .text }
            case .text:
                guard take(byte, into: &output) else { return false }
            case .padding:
                guard byte == .equals else { return false }
            }
        }
        return true
    }

    /// Tells the decoder that the text has ended.
    ///
    /// - Returns: whether it ended where base64 may end.
    public mutating func finish(into output: inout [UInt8]) -> Bool {
        if place == .start {
            place = .text
            guard prefix.allSatisfy({ take($0, into: &output) }) else { return false }
        }
        // One letter alone is no byte.
        return place != .dataURL && bitCount != 6
    }

    private mutating func take(_ byte: UInt8, into output: inout [UInt8]) -> Bool {
        if byte == .equals {
            place = .padding
            return true
        }
        guard let value = Self.value(of: byte) else { return false }
        bits = bits << 6 | UInt32(value)
        bitCount += 6
        if bitCount >= 8 {
            bitCount -= 8
            output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
        return true
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
