/// A seller, whom apps identify with a secret identifier.
///
/// A vendor is created when its identifier is first used in a POST (API.md, “Vendors, secrets, tokens”).
public struct Vendor: Hashable, Sendable {
    /// The identifier of a vendor.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number, unique among vendors.
        public let rawValue: Int64
        /// Creates an identifier from its number.
        public init(rawValue: Int64) { self.rawValue = rawValue }
        /// Compares by number.
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The identifier of the built-in vendor `Guest`, which owns the products that were listed without an identifier
    /// (API.md, “Vendors, secrets, tokens”). No ``VendorIdentifier`` maps to it.
    public static let guestID = ID(rawValue: 0)

    /// The vendor's identifier.
    public let id: ID
    /// The display name.
    public let name: String
    /// When the vendor was created.
    public let createdAt: Timestamp
    /// Whether the vendor is blocked. A blocked vendor can't list or change anything, and nobody else sees its products.
    public let isBlocked: Bool
    /// When the block ends by itself; nil if it doesn't, and where it isn't known.
    public let blockEndsAt: Timestamp?

    /// Creates a vendor with the given values.
    public init(id: ID, name: String, createdAt: Timestamp, isBlocked: Bool = false, blockEndsAt: Timestamp? = nil) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.isBlocked = isBlocked
        self.blockEndsAt = blockEndsAt
    }
}

/// The value of the header `identifier`, usually a UUID; case is ignored.
public struct VendorIdentifier: Hashable, Sendable {
    /// The maximum length, in bytes of UTF-8.
    public static let maximumByteCount = 200

    /// The identifier in lower case, without surrounding white space.
    public let text: String

    /// Creates an identifier, or returns nil for a text that is empty, too long or contains control characters.
    public init?(_ raw: some StringProtocol) {
        let text = raw.lowercased().trimmingWhitespace()
        guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return nil }
        self.text = text
    }
}

extension String {
    package func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
