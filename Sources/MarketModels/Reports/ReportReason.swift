/// Why somebody reports a listing or a seller. Raw values are the names on the wire and never change.
public enum ReportReason: String, CaseIterable, Sendable {
    case scam
    /// What may not be sold here.
    case prohibited
    case counterfeit
    case offensive
    /// Data about a person who didn't agree.
    case personalData = "personal_data"
    /// A notice of illegal content, which the law asks to be substantiated and in good faith.
    case illegal
    case other

    /// Whether the reason says nothing without a text.
    public var needsText: Bool { self == .illegal || self == .other }
    /// Whether the reporter must state that the report is accurate and complete in good faith.
    public var needsGoodFaith: Bool { self == .illegal }
}

/// What is wrong with a report. Nothing is stored.
public enum ReportProblem: Error, Hashable, Sendable {
    /// No reason was chosen, or one that isn't declared.
    case unknownReason
    /// The reason needs a text.
    case missingText
    /// The statement of good faith is missing.
    case missingGoodFaith
    /// A text is too long, in characters counted as for ``ListingRules/nameLength``.
    case tooLong(ReportField, maximum: Int)
    /// A text contains characters that can't be stored.
    case unreadable(ReportField)
    /// The mail address isn't one.
    case unusableMail

    /// The field that is wrong.
    public var field: ReportField {
        switch self {
        case .unknownReason: .reason
        case .missingText: .text
        case .missingGoodFaith: .goodFaith
        case .tooLong(let field, _), .unreadable(let field): field
        case .unusableMail: .mail
        }
    }
}

/// A field of a report. Raw values are the names on the wire and never change.
public enum ReportField: String, CaseIterable, Sendable {
    case reason, text, name, mail
    case goodFaith = "good_faith"

    /// The maximum length of the text, counted as for ``ListingRules/nameLength``.
    public var maximumLength: Int {
        switch self {
        case .text: 2000
        case .mail: 200
        case .name, .reason, .goodFaith: 100
        }
    }
}
