/// An invitation of a seller: a link that makes one browser theirs, once.
public struct Invitation: Hashable, Sendable {
    /// The number of an invitation.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// What has become of an invitation.
    public enum State: String, CaseIterable, Sendable {
        case open, accepted, revoked, expired
    }

    /// The number of days within which the link must be used.
    public static let days = 7

    public let id: ID
    /// The seller whose browser it makes.
    public let vendor: Vendor
    /// The name of the operator who has invited them; nil for the command line.
    public let operatorName: String?
    public let createdAt: Timestamp
    public let endsAt: Timestamp
    /// When a browser has used the link; nil if none has.
    public let acceptedAt: Timestamp?
    public let revokedAt: Timestamp?

    public init(
        id: ID,
        of vendor: Vendor,
        by operatorName: String?,
        createdAt: Timestamp,
        endsAt: Timestamp,
        acceptedAt: Timestamp? = nil,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.vendor = vendor
        self.operatorName = operatorName
        self.createdAt = createdAt
        self.endsAt = endsAt
        self.acceptedAt = acceptedAt
        self.revokedAt = revokedAt
    }

    /// Returns what has become of it.
    public func state(at now: Timestamp) -> State {
        if acceptedAt != nil { return .accepted }
        if revokedAt != nil { return .revoked }
        return endsAt > now ? .open : .expired
    }
}
