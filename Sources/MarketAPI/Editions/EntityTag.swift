/// Evaluates `If-Match` and `If-None-Match` against the `ETag` of a representation.
///
/// The server derives a tag from the bytes of the representation. Different bytes never share a tag: not in another
/// market, after a restored backup, at another address or after an upgrade.
public enum EntityTag {
    /// Returns whether `If-None-Match` or `If-Match` lists the tag, by weak comparison (RFC 9110, section 13.1.2). It permits
    /// changes, too, because a weak tag was sent with the compressed form of the same representation.
    ///
    /// - Parameter header: the value, with the lines of the header separated by commas. What isn't a tag names none, and `*`
    ///   stands alone.
    public static func isNamed(_ tag: String, in header: String) -> Bool {
        var rest = header.utf8[...]
        while let first = rest.firstIndex(where: { !isSpace($0) && $0 != comma }) {
            rest = rest[first...]
            if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
            // A tag may contain commas.
            let end = rest.first == quote ? rest.dropFirst().firstIndex(of: quote).map { rest.index(after: $0) } : nil
            let candidate = rest[..<(end ?? rest.startIndex)]
            rest = rest[candidate.endIndex...]
            let item = rest.prefix { $0 != comma }
            if item.allSatisfy(isSpace), candidate.elementsEqual(tag.utf8) { return true }
            rest = rest[item.endIndex...]
        }
        return header.utf8.lazy.filter { !isSpace($0) }.elementsEqual("*".utf8)
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
