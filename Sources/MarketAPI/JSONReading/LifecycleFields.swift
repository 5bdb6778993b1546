import MarketModels

/// The fields of requests that change the state of a product, renew it or move it to the top (API.md, “States of a
/// listing”).
public struct LifecycleFields: Hashable, Sendable {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys: Set<String> = ["secret", "state", "reserved_until", "note"]

    /// The product's secret, or nil if none was given.
    public let secret: String?
    /// The requested state, or nil if none was given or it is no text.
    public let state: String?
    /// The last day of a reservation, or nil if none was given. A value that is no text becomes one that is no day.
    public let reservedUntil: String?
    /// The private note about a reservation, or nil if none was given.
    public let note: String?

    /// Reads the fields of an object. Unknown ones are ignored.
    public init(_ values: [String: JSONValue]) {
        var reader = ListingFieldReader(values)
        secret = reader.text(.password, "secret")
        state = Self.text(values["state"])
        reservedUntil = Self.text(values["reserved_until"])
        note = Self.text(values["note"])
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case nil, .null: nil
        case .text(let text), .number(let text): text
        // Neither a state nor a day, and refused in a note.
        default: "\0"
        }
    }
}
