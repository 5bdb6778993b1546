/// What `If-Match` and `If-None-Match` say about the `ETag` of a representation.
///
/// A tag is made by the server from the bytes that it names, so it is never the same for different bytes: not in another
/// market, not after a restored backup, not under another address, not after an upgrade.
public enum EntityTag {
    /// Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, section 13.1.2).
    public static func isNamed(_ tag: String, in header: String) -> Bool {
        header.split(separator: ",").contains { candidate in
            let candidate = bare(candidate)
            return candidate == "*" || candidate == tag
        }
    }

    /// Whether `If-Match` lets a change of what has the tag pass (RFC 9110, section 13.1.1).
    ///
    /// A weak tag counts as the strong one: it was sent with the compressed form of the same representation.
    public static func isMatched(_ tag: String, by header: String) -> Bool { isNamed(tag, in: header) }

    private static func bare(_ tag: Substring) -> Substring {
        let tag = tag.drop { $0 == " " || $0 == "\t" }
        let trimmed = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        return trimmed.prefix { $0 != " " && $0 != "\t" }
    }
}
