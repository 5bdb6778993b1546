extension ErrorAnswer.Field: Decodable {
    private enum Key: String, CodingKey {
        case name, reason
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        self.init(name: try reader.value(.name), reason: try reader.value(.reason))
    }
}

/// The body of an error answer, as a client reads it: of any market, an older or a newer one.
public struct ErrorReport: Hashable, Sendable, Decodable {
    /// A sentence for people.
    public let reason: String
    /// Nil for a code that this version does not know, and where none was sent.
    public let code: ErrorCode?
    /// For bad input: what is wrong, field by field.
    public let fields: [ErrorAnswer.Field]
    /// What an edit has collided with: the product as it is now.
    public let current: DetailedProduct?

    private enum Key: String, CodingKey {
        case reason, code, fields, current
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        reason = try reader.value(.reason)
        code = ErrorCode(rawValue: try reader.optional(.code) ?? "")
        fields = try reader.optional(.fields) ?? []
        current = try reader.optional(.current)
    }
}
