public import MarketModels

/// The fields of requests with which an operator decides about reports, listings, sellers and contacts (API.md, “Operators”).
public struct ModerationFields: Hashable, Sendable {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys: Set<String> = ["reason", "decision", "hides", "all_reports", "kind", "days", "contact"]

    /// Why; empty if nothing was given.
    public let reason: String
    /// What is decided about a report; nil if none or an unknown one was given.
    public let decision: Report.Decision.Kind?
    /// Whether the listing of the report is hidden as well.
    public let hides: Bool
    /// Whether all open reports about the same listing or seller are decided, too.
    public let decidesReports: Bool
    /// How a listing is held; nil if none was given.
    public let kind: String?
    /// After how many days a block ends; nil for one that doesn't.
    public let days: Int?
    /// The contact that is blocked or unblocked; nil if none was given.
    public let contact: String?
    /// The first field whose value can't be used.
    public let unusableField: String?

    /// Reads the fields of an object. Unknown ones are ignored.
    public init(_ values: [String: JSONValue]) {
        var unusable: [String] = []
        func text(_ key: String) -> String? {
            switch values[key] {
            case nil, .null: return nil
            case .text(let text): return text
            default:
                unusable.append(key)
                return nil
            }
        }
        func isTrue(_ key: String) -> Bool {
            switch values[key] {
            case nil, .null: return false
            case .bool(let isTrue): return isTrue
            default:
                unusable.append(key)
                return false
            }
        }
        reason = text("reason") ?? ""
        let word = text("decision")
        decision = word.flatMap { Report.Decision.Kind(rawValue: $0) }
        if word != nil, decision == nil { unusable.append("decision") }
        kind = text("kind")
        contact = text("contact")
        hides = isTrue("hides")
        decidesReports = isTrue("all_reports")
        switch values["days"] {
        case nil, .null: days = nil
        case .number(let digits):
            days = Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
            if days == nil { unusable.append("days") }
        default:
            days = nil
            unusable.append("days")
        }
        unusableField = unusable.first
    }
}
