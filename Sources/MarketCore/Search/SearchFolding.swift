/// Which folding a search index was made with.
///
/// Folding follows Unicode's tables, which are the toolchain's. With newer tables, some texts have other tokens: those that an
/// index has are neither found nor removed any more. So a store keeps this number with its index, and makes the index anew when
/// it is another one.
public enum SearchFolding {
    /// A digest of how scalars are folded, and of what divides folded texts. It takes some fifty milliseconds, and is computed
    /// once, in the background.
    public static let version: Int64 = {
        var digest = FoldingDigest()
        for range in ranges {
            for block in stride(from: range.lowerBound, to: range.upperBound, by: 256) {
                digest.add(
                    (block..<block + 256).compactMap(Unicode.Scalar.init)
                        .filter { $0.properties.generalCategory != .unassigned }
                )
            }
        }
        return digest.value
    }()

    /// All scalars but ideographs, Hangul syllables and those for private use, which are folded into themselves. Each version of
    /// Unicode adds some.
    private static let ranges: [Range<UInt32>] = [
        0..<0x3400, 0xA000..<0xAC00, 0xF900..<0x20000, 0x2F800..<0x2FB00, 0xE0000..<0xE0200,
    ]
}

/// A digest of how texts are folded (FNV-1a).
struct FoldingDigest {
    private var state: UInt64 = 14_695_981_039_346_656_037

    /// The digest so far, positive.
    var value: Int64 { Int64(state >> 1) }

    /// Adds how each scalar is folded.
    mutating func add(_ scalars: [Unicode.Scalar]) {
        // What is folded apart isn't composed with its neighbor.
        for scalar in SearchText.scalars(of: scalars.map(String.init).joined(separator: " ")) { add(scalar) }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        add(UInt64(scalar.value))
        guard !scalar.isASCII else { return }
        let divides = [
            SearchVocabulary.isLetter(scalar), scalar.isDigit, scalar.isAlphabetic, scalar.isSyllable,
        ]
        add(divides.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    }

    private mutating func add(_ number: UInt64) { state = (state ^ number) &* 1_099_511_628_211 }
}
