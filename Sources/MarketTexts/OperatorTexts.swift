public import MarketModels

/// The texts of the operators' pages.
public struct OperatorTexts: Sendable {
    private let strings: any LanguageStrings

    /// Creates the texts of a language.
    public init(language: Language) {
        strings = language.strings
    }

    /// The text for a key.
    public subscript(string: OperatorString) -> String { strings.text(for: string) }
    /// A text with something in it.
    public subscript(sentence: OperatorSentence) -> String { strings.text(for: sentence) }

    /// Returns what was done.
    public func name(of action: ModerationEntry.Action) -> String { strings.name(of: action) }

    /// Returns what another seller has in common with a seller, which is at least one link.
    public func same(_ links: Set<RelatedSeller.Link>) -> String {
        strings.same(RelatedSeller.Link.allCases.filter(links.contains))
    }

    /// Returns how much something takes, and how much more could be stored where it is, in powers of 1000.
    public func size(_ byteCount: Int64, free freeByteCount: Int64?) -> String {
        let size = Self.size(byteCount)
        return freeByteCount.map { strings.size(size, free: Self.size($0)) } ?? size
    }

    /// Returns a size: `812 kB`, `1.2 GB`.
    private static func size(_ byteCount: Int64) -> String {
        var (value, unit) = (Double(byteCount), 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        let number = unit == 0 || tenths >= 100 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(units[unit])"
    }

    /// Returns why something about operators was refused.
    public func sentence(for problem: OperatorProblem) -> String { strings.sentence(for: problem) }
}
