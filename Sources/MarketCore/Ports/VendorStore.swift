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

    /// Gives a vendor another name, under which its products are found when it returns. A change is logged in the same commit. If it
    /// fails after the name was stored, it can be repeated.
    ///
    /// - Returns: the updated vendor, or nil if there is no such vendor.
    func renameVendor(
        _ id: Vendor.ID,
        to name: String,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor?
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
