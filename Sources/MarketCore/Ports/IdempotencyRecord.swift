public import MarketModels

/// The key of a request that a client may have to repeat, from the header `Idempotency-Key` (API.md, “Extensions”).
public struct IdempotencyKey: Hashable, Sendable {
    /// The length of a key in bytes, which are printable ASCII only.
    public static let length = 1...255

    public let text: String
    /// The seller whose key it is, or nil for a request without a vendor identifier. Different sellers don't share
    /// keys.
    public let seller: VendorIdentifier?
    /// The identity of a client without a vendor identifier. Different guests don't share keys either.
    public let guest: String?

    /// Creates a key, or returns nil when the text isn't a valid one.
    public init?(_ text: String, of seller: VendorIdentifier?, guest: String? = nil) {
        guard Self.length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
        self.seller = seller
        self.guest = guest
    }
}

/// The record to be stored of a request that lists a product.
public struct NewIdempotencyRecord: Hashable, Sendable {
    public let key: IdempotencyKey
    /// The fingerprint of the request's content.
    public let fingerprint: RequestFingerprint
    /// The start of the record's lifetime. It may differ from the product's registration time, because the clock may
    /// have been adjusted in between.
    public let createdAt: Timestamp

    public init(key: IdempotencyKey, fingerprint: RequestFingerprint, createdAt: Timestamp) {
        self.key = key
        self.fingerprint = fingerprint
        self.createdAt = createdAt
    }
}

/// The stored record of a request that has listed a product.
public struct IdempotencyRecord: Hashable, Sendable {
    /// The time for which a repeated request is recognized, in seconds.
    public static let lifetime: Int64 = 86_400

    public let fingerprint: RequestFingerprint
    /// The hash of the secret that came with the request.
    public let secretHash: SecretHash
    /// The product as it was when it was listed.
    public let product: Product
}

/// A hash of the content of a request. Equal requests have equal fingerprints.
public struct RequestFingerprint: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
