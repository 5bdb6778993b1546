/// Evaluates `If-Match` and `If-None-Match` against the `ETag` of a representation.
///
/// The server derives a tag from the bytes of the representation. Different bytes never share a tag: not in another
/// market, after a restored backup, at another address or after an upgrade.
public enum EntityTag {
    /// Returns whether `If-None-Match` lists the tag, by weak comparison (RFC 9110, section 13.1.2).
    public static func isNamed(_ tag: String, in header: String) -> Bool {
        header.split(separator: ",").contains { candidate in
            let candidate = bare(candidate)
            return candidate == "*" || candidate == tag
        }
    }

    /// Returns whether `If-Match` permits a change to the representation with the tag (RFC 9110, section 13.1.1).
    ///
    /// A weak tag matches the strong one, because it was sent with the compressed form of the same representation.
    public static func isMatched(_ tag: String, by header: String) -> Bool { isNamed(tag, in: header) }

    private static func bare(_ tag: Substring) -> Substring {
        let tag = tag.drop { $0 == " " || $0 == "\t" }
        let trimmed = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        return trimmed.prefix { $0 != " " && $0 != "\t" }
    }
}
