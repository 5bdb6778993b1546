public import MarketModels

/// The fields of a request to report a listing or a seller, as the server reads them.
public enum ReportFields {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys = Set(ReportField.allCases.map(\.rawValue))

    /// Reads the fields of an object. Unknown ones are ignored, and a value of another kind isn't accepted as a text.
    public static func draft(_ values: [String: JSONValue]) -> ReportDraft {
        func text(_ field: ReportField) -> String {
            switch values[field.rawValue] {
            case nil, .null: ""
            case .text(let text): text
            // Refused in each field.
            default: "\0"
            }
        }
        return ReportDraft(
            reason: text(.reason),
            text: text(.text),
            name: text(.name),
            mail: text(.mail),
            isInGoodFaith: values[ReportField.goodFaith.rawValue] == .bool(true)
        )
    }
}

extension ReportDraft {
    /// The body of the request as JSON.
    public var encoded: [UInt8] {
        JSONWriter.object { json in
            json.member("reason", reason)
            if !text.isEmpty { json.member("text", text) }
            if !name.isEmpty { json.member("name", name) }
            if !mail.isEmpty { json.member("mail", mail) }
            if isInGoodFaith { json.member("good_faith", true) }
        }
    }
}
