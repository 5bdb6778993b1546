/// A number that tells a schema from any other one, kept in the database that was created with it.
///
/// Until 1.0.0 the schema is rewritten in place, so a database with another fingerprint isn't the one that the statements of this
/// version expect, and is refused.
package struct SchemaFingerprint: Hashable, Sendable {
    /// The number, which is positive.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Computes the fingerprint of a schema's statements (FNV-1a). Comments and line breaks don't matter.
    package init(statements: String) {
        var state: UInt64 = 14_695_981_039_346_656_037
        for line in statements.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            guard words.first != "--" else { continue }
            for byte in words.joined(separator: " ").utf8 + [UInt8(ascii: " ")] {
                state = (state ^ UInt64(byte)) &* 1_099_511_628_211
            }
        }
        rawValue = max(1, Int32(truncatingIfNeeded: (state ^ state >> 32) & 0x7FFF_FFFF))
    }
}
