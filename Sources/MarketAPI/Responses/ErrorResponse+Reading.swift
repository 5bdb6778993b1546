public import MarketModels

/// The body of an error response as a client reads it. The server may run an older or a newer version.
public struct ErrorReport: Hashable, Sendable, Decodable {
    /// A description for users.
    public let reason: String
    /// The error code, or nil if none was sent or this version doesn't know it.
    public let code: ErrorCode?
    /// For invalid input, the fields that were rejected and why.
    public let fields: [ErrorResponse.Field]
    /// For an edit conflict, the current state of the product.
    public let current: DetailedProduct?
    /// For a reused idempotency key, the product that the first request with it has listed.
    public let listed: Product.ID?

    private enum Key: String, CodingKey {
        case reason, code, fields, current, listed
    }

    /// Decodes an error response. Everything except `reason` is optional.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: Key.self)
        reason = try reader.value(.reason)
        code = ErrorCode(rawValue: try reader.optional(.code) ?? "")
        fields = try reader.optional(.fields) ?? []
        current = try reader.optional(.current)
        listed = try reader.optional(.listed).map { Product.ID(rawValue: $0) }
    }
}
