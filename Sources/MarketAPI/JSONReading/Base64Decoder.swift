/// Decodes base64 incrementally, from chunks of any size.
///
/// White space is ignored (apps insert line breaks), and so is a data URL prefix (`data:image/jpeg;base64,`). The
/// URL-safe alphabet is accepted, and padding may be missing.
public struct Base64Decoder: Sendable {
    private enum Place { case start, dataURL, text, padding }

    /// The maximum length of a data URL prefix, in bytes.
    private static let maximumPrefix = 128

    private var place = Place.start
    private var prefix: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0

    /// Creates a decoder at the beginning of a text.
    public init() {}

    /// Decodes a chunk and appends the result to `output`.
    ///
    /// - Returns: false for input that is not base64; the decoder can't be used afterwards.
    public mutating func decode(_ bytes: some Sequence<UInt8>, into output: inout [UInt8]) -> Bool {
        for byte in bytes {
            if byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab { continue }
            switch place {
            case .start:
                prefix.append(byte)
                guard Array("data:".utf8).starts(with: prefix) else {
                    // The buffered bytes are not a data URL prefix, so they are base64 already.
                    let text = prefix
                    prefix = []
                    place = .text
                    guard text.allSatisfy({ consume($0, into: &output) }) else { return false }
                    continue
                }
                if prefix.count == 5 { place = .dataURL }
            case .dataURL:
                prefix.append(byte)
                guard prefix.count <= Self.maximumPrefix else { return false }
                if byte == .comma { place = .text }
            case .text:
                guard consume(byte, into: &output) else { return false }
            case .padding:
                guard byte == .equals else { return false }
            }
        }
        return true
    }

    /// Finishes decoding at the end of the text.
    ///
    /// - Returns: false if the text ends where base64 can't end.
    public mutating func finish(into output: inout [UInt8]) -> Bool {
        if place == .start {
            place = .text
            guard prefix.allSatisfy({ consume($0, into: &output) }) else { return false }
        }
        // A single remaining character has only six bits and encodes no byte.
        return place != .dataURL && bitCount != 6
    }

    private mutating func consume(_ byte: UInt8, into output: inout [UInt8]) -> Bool {
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
