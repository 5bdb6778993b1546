/// Somebody who lists products: an identity that apps know by its identifier.
///
/// A vendor comes into being when its identifier is first seen on a POST (API.md, “Vendors, secrets, tokens”).
public struct Vendor: Hashable, Sendable {
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The built-in vendor `Guest`, to whom products belong that were listed without an identifier (API.md, “Vendors,
    /// secrets, tokens”). No identifier leads to it.
    public static let guestID = ID(rawValue: 0)

    public let id: ID
    public let name: String
    public let createdAt: Timestamp
    /// A blocked vendor can list nothing new; what it has listed stays until it is removed.
    public let isBlocked: Bool

    public init(id: ID, name: String, createdAt: Timestamp, isBlocked: Bool = false) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.isBlocked = isBlocked
    }
}

/// What a writer sends in the header `identifier`: usually a UUID, compared without regard to case.
public struct VendorIdentifier: Hashable, Sendable {
    /// The longest identifier that is kept, in bytes of UTF-8.
    public static let maximumByteCount = 200

    /// In lower case, without surrounding white space.
    public let text: String

    /// - Returns: nil for an empty text, a too long one, or one with control characters.
    public init?(_ raw: some StringProtocol) {
        let text = raw.lowercased().trimmingWhitespace()
        guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return nil }
        self.text = text
    }
}

extension String {
    func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
