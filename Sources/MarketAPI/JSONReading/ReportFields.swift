public import MarketModels

/// The fields of a request to report a listing or a seller.
public enum ReportFields {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys = Set(ReportField.allCases.map(\.rawValue))

    /// Reads the fields of an object. Unknown ones are ignored, and a value of another kind isn't accepted as a text.
    public static func draft(_ values: [String: JSONValue]) -> ReportDraft {
        func text(_ field: ReportField) -> String {
            switch values[field.rawValue] {
            case nil, .null: ""
            case .text(let text), .number(let text): text
            // Refused in each field.
            default: "\0"
            }
        }
        let faith: Bool
        switch values[ReportField.goodFaith.rawValue] {
        case .bool(true): faith = true
        default: faith = false
        }
        return ReportDraft(
            reason: text(.reason),
            text: text(.text),
            name: text(.name),
            mail: text(.mail),
            isInGoodFaith: faith
        )
    }
}
