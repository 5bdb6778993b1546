public import MarketModels

/// A vendor to be created.
public struct NewVendor: Hashable, Sendable {
    public let identifier: VendorIdentifier
    /// The name, or nil for “Vendor N” where N is the id.
    public let name: String?
    /// The requested id, or nil for the next one.
    public let id: Vendor.ID?
    public let createdAt: Timestamp

    public init(identifier: VendorIdentifier, name: String?, id: Vendor.ID? = nil, createdAt: Timestamp) {
        self.identifier = identifier
        self.name = name
        self.id = id
        self.createdAt = createdAt
    }
}
