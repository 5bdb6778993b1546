public import MarketModels

/// What a client calls a request that it may have to repeat: the header `Idempotency-Key` (API.md, “Extensions”).
public struct RequestKey: Hashable, Sendable {
    /// In bytes; printable ASCII only.
    public static let length = 1...255

    public let text: String
    /// Whose key it is: sellers don't share keys. Nil stands for whoever lists without an identifier.
    public let seller: VendorIdentifier?
    /// Which of those that list without an identifier: they don't share keys either.
    public let guest: String?

    /// - Returns: nil for a text that can't be a key.
    public init?(_ text: String, of seller: VendorIdentifier?, guest: String? = nil) {
        guard Self.length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
        self.seller = seller
        self.guest = guest
    }
}

/// What is to be remembered of a request to list.
public struct NewReceipt: Hashable, Sendable {
    public let key: RequestKey
    /// Tells what was asked for.
    public let fingerprint: RequestFingerprint
    /// From when on its lifetime counts, which need not be when the product says that it was registered: the clock may
    /// have been set since.
    public let createdAt: Timestamp

    public init(key: RequestKey, fingerprint: RequestFingerprint, createdAt: Timestamp) {
        self.key = key
        self.fingerprint = fingerprint
        self.createdAt = createdAt
    }
}

/// What is remembered of a request to list that was carried out.
public struct ListingReceipt: Hashable, Sendable {
    /// For how long a repeated request is known, in seconds.
    public static let lifetime: Int64 = 86_400

    public let fingerprint: RequestFingerprint
    /// Of the secret that came with the request.
    public let secretHash: SecretHash
    /// The product as it was when it was listed.
    public let product: Product

    public init(fingerprint: RequestFingerprint, secretHash: SecretHash, product: Product) {
        self.fingerprint = fingerprint
        self.secretHash = secretHash
        self.product = product
    }
}

/// A hash of what a request asks for: equal requests have equal ones.
public struct RequestFingerprint: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Takes fingerprints of requests.
public protocol FingerprintMaker: Sendable {
    /// - Parameters:
    ///   - texts: what was asked for, field by field.
    ///   - images: the pictures' bytes as they came.
    func fingerprint(
        of texts: [String],
        _ images: [UploadedImage]
    ) async throws(StoreError) -> RequestFingerprint
}
