/// What whoever runs the market asks of a running server, over the socket in its data folder.
public enum AdminRequest: Codable, Hashable, Sendable {
    case addVendor(name: String?, identifier: String, id: Int64?)
    case listVendors
    case setBlocked(vendor: Int64, isBlocked: Bool)
    case removeProduct(Int64)
    case setSecret(product: Int64, secret: String)
}

/// The answer.
public enum AdminReply: Codable, Hashable, Sendable {
    public struct VendorRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let name: String
        public let identifier: String
        public let isBlocked: Bool
    }

    case vendors([VendorRow])
    case vendorAdded(VendorRow)
    /// The identifier was known already.
    case vendorKnown(VendorRow)
    case vendorChanged(VendorRow)
    case productRemoved(id: Int64, name: String)
    case secretSet
    /// A sentence that says why nothing was done.
    case refused(String)
}
