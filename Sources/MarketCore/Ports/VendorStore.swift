public import MarketModels

/// A store of vendors.
public protocol VendorStore: Sendable {
    /// Returns a vendor, or nil if there is none with this id.
    func vendor(_ id: Vendor.ID) async throws(MarketError) -> Vendor?

    /// Returns a vendor, or nil if there is none with this identifier.
    func vendor(identifiedBy identifier: VendorIdentifier) async throws(MarketError) -> Vendor?

    /// Creates a vendor.
    ///
    /// - Returns: the new vendor; if the identifier exists already, the vendor that has it, unchanged; nil when the
    ///   requested id belongs to another vendor.
    func addVendor(_ vendor: NewVendor) async throws(MarketError) -> Vendor?
}

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
