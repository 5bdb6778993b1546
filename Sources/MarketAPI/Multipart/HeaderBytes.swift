extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let asterisk = UInt8(ascii: "*")
    static let dash = UInt8(ascii: "-")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let backslash = UInt8(ascii: "\\")

    /// The lower-case letter for an ASCII capital; every other byte unchanged.
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

    /// Whether the byte is a space or a tab, which may surround values and follow delimiters.
    var isBlank: Bool { self == .space || self == .tab }

    /// Whether the byte can be part of a header field's name (RFC 9110, “token”, without the rare characters).
    var isHeaderNameCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), .dash, UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
    func trimmingBlanks() -> SubSequence {
        var rest = drop { $0.isBlank }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }
}

extension ArraySlice<UInt8> {
    /// Returns the line without its line break and the blanks before it.
    func trimmingLineEnd() -> ArraySlice<UInt8> {
        var rest = self
        while let last = rest.last, last.isBlank || last == .lineFeed || last == .carriageReturn { rest.removeLast() }
        return rest
    }
}
