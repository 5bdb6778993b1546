public import MarketModels

/// The hash of the token of an invitation, in hexadecimal digits.
public struct InvitationHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// What an invitation gives to a browser: the identifier under which the seller lists. Only a store that knows the link makes
/// one.
public struct InvitedSeller: Hashable, Sendable {
    public let vendor: Vendor
    public let identifier: VendorIdentifier
    /// Until when the link can be used.
    public let endsAt: Timestamp
}
