/// What whoever runs the market asks of a running server, over the socket in its data folder.
public enum AdminRequest: Codable, Hashable, Sendable {
    case addVendor(name: String?, identifier: String, id: Int64?)
    /// Those whose ids some apps have built in.
    case addKnownVendors
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

    public struct VendorOutcome: Codable, Hashable, Sendable {
        public enum Kind: Codable, Hashable, Sendable {
            case added
            /// It was there already, as it is to be.
            case known
            /// The id belongs to somebody else.
            case idTaken
            /// The identifier belongs to a vendor with another id.
            case identifierTaken(by: Int64)
        }

        public let id: Int64
        public let identifier: String
        public let kind: Kind
    }

    case vendors([VendorRow])
    case vendorAdded(VendorRow)
    /// The identifier was known already.
    case vendorKnown(VendorRow)
    /// What came of each of several.
    case vendorOutcomes([VendorOutcome])
    case vendorChanged(VendorRow)
    case productRemoved(id: Int64, name: String)
    case secretSet
    /// A sentence that says why nothing was done.
    case refused(String)
}
