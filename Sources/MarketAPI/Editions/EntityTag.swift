public import MarketModels

/// The `ETag`s of answers, and what `If-Match` and `If-None-Match` say about them.
public enum EntityTag {
    /// A product's tag: its version in one edition.
    public static func product(_ id: Product.ID, version: Int64, edition: Edition) -> String {
        "\"p\(id.rawValue)-\(version)-\(edition.rawValue)\""
    }

    /// A list's tag: the revision and what was asked for.
    ///
    /// - Parameter target: path and query, as they came.
    public static func list(revision: Revision, target: String) -> String {
        "\"r\(revision.rawValue)-\(String(fingerprint(of: target.utf8), radix: 36))\""
    }

    /// The tag of bytes that may be others in another version of the program.
    public static func file(_ bytes: some Sequence<UInt8>) -> String {
        "\"f\(String(fingerprint(of: bytes), radix: 36))\""
    }

    /// FNV-1a: the same in every run, unlike `Hasher`.
    private static func fingerprint(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Whether `If-None-Match` names the tag, by weak comparison.
    public static func isNamed(_ tag: String, in header: String) -> Bool {
        header.split(separator: ",").contains { candidate in
            let candidate = bare(candidate)
            return candidate == "*" || candidate == tag
        }
    }

    /// The versions of a product that `If-Match` names.
    ///
    /// - Returns: nil for `*`, which names whatever is there; an empty set if no tag of this product is among them.
    public static func versions(of id: Product.ID, in header: String) -> Set<Int64>? {
        var versions: Set<Int64> = []
        for candidate in header.split(separator: ",").map(bare) {
            if candidate == "*" { return nil }
            let parts = candidate.drop { $0 == "\"" }.split(separator: "-")
            guard parts.count == 3, parts[0] == "p\(id.rawValue)", let version = Int64(parts[1]) else { continue }
            versions.insert(version)
        }
        return versions
    }

    private static func bare(_ tag: Substring) -> Substring {
        let tag = tag.drop { $0 == " " || $0 == "\t" }
        let trimmed = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        return trimmed.prefix { $0 != " " && $0 != "\t" }
    }
}
