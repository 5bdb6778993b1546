import MarketAPI
import MarketCore
public import MarketModels

/// A request of the operator to a running server, sent over the socket in its data folder.
public enum AdminRequest: Codable, Hashable, Sendable {
    case addVendor(name: String?, identifier: String, id: Int64?)
    /// Adds the vendors whose ids are built into some apps.
    case addKnownVendors
    case listVendors
    /// Asks for a vendor, and for others who may be the same person.
    case showVendor(Int64)
    /// Blocks or unblocks a vendor.
    ///
    /// - decidesReports: whether a block upholds open reports, too.
    case setBlocked(
        vendor: Int64,
        isBlocked: Bool,
        days: Int? = nil,
        reason: String,
        decidesReports: Bool = false
    )
    /// Asks for the name of a product before it is erased.
    case findProduct(Int64)
    case renameVendor(Int64, name: String, reason: String? = nil)
    case eraseProduct(Int64, reason: String, decidesReports: Bool = false)
    case setSecret(product: Int64, secret: String)
    case listCategories
    case addCategory(slug: String, names: [Language: String], parent: String?)
    case renameCategory(slug: String, names: [Language: String])
    case moveCategory(slug: String, parent: String?)
    case removeCategory(slug: String)
    case invitations(InvitationRequest)
    case moderation(ModerationRequest)
    case operators(OperatorRequest)
    case market(MarketRequest)
}

/// The response to an ``AdminRequest``.
public enum AdminResponse: Codable, Hashable, Sendable {
    /// A vendor as the commands list it.
    public struct VendorRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let name: String
        public let identifier: String
        public let isBlocked: Bool
        /// When the block ends by itself, in UTC, as RFC 3339 writes it; nil if it doesn't.
        public var blockEndsAt: String?

        init(_ vendor: Vendor, _ identifier: VendorIdentifier) {
            id = vendor.id.rawValue
            name = vendor.name
            self.identifier = identifier.text
            isBlocked = vendor.isBlocked
            blockEndsAt = vendor.blockEndsAt?.responseText
        }
    }

    /// Another vendor who may be the same person, as the commands list it.
    public struct RelatedRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let name: String
        public let isBlocked: Bool
        /// What both have: `browser`, `contact`.
        public let same: [String]

        init(_ related: RelatedSeller) {
            id = related.vendor.id.rawValue
            name = related.vendor.name
            isBlocked = related.vendor.isBlocked
            same = related.links.map(\.rawValue).sorted()
        }
    }

    /// A category as the commands list it.
    public struct CategoryRow: Codable, Hashable, Sendable {
        public let slug: String
        public let names: [Language: String]
        /// The name in addresses of the category that contains this one.
        public let parent: String?
        /// The number of its products, with those of its second level.
        public let productCount: Int
    }

    /// An operator as the commands list them.
    public struct OperatorRow: Codable, Hashable, Sendable {
        public let name: String
        public let role: String
        public let addedAt: String
    }

    /// A session of an operator as the commands list it.
    public struct SessionRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let name: String
        /// What the browser says that it is, such as “Chrome on Android”.
        public let browser: String
        public let startedAt: String
        public let usedAt: String
    }

    /// A key of an operator as the commands list it.
    public struct KeyRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let name: String
        /// Whose key it is.
        public let by: String
        public let role: String
        public let madeAt: String

        init(_ key: OperatorKey) {
            id = key.id.rawValue
            name = key.name
            by = key.holder.name
            role = key.holder.role.rawValue
            madeAt = key.createdAt.responseText
        }
    }

    /// A contact that no listing may have, as the commands list it.
    public struct BlockedContactRow: Codable, Hashable, Sendable {
        public let contact: String
        public let reason: String
        public let by: String?
        public let blockedAt: String
    }

    /// An invitation as the commands list it.
    public struct InvitationRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let vendor: Int64
        public let name: String
        public let state: String
        public let by: String?
        public let createdAt: String
        public let endsAt: String

        init(_ invitation: Invitation, at now: Timestamp) {
            id = invitation.id.rawValue
            vendor = invitation.vendor.id.rawValue
            name = invitation.vendor.name
            state = invitation.state(at: now).rawValue
            by = invitation.operatorName
            createdAt = invitation.createdAt.responseText
            endsAt = invitation.endsAt.responseText
        }
    }

    case vendors([VendorRow])
    case vendor(VendorRow, related: [RelatedRow])
    /// The categories after a change, or without one.
    case categories([CategoryRow])
    /// The name of a product, or nil for one that only its seller sees.
    case product(name: String?)
    case invitations([InvitationRow])
    case reports([ReportRow])
    case report(ReportRow)
    case waiting([WaitingRow])
    case blockedContacts([BlockedContactRow])
    case moderationLog([LogRow])
    /// The market's profile after a change, or without one.
    case market(MarketRow)
    case marketPage(MarketRow.Page)
    case operators([OperatorRow])
    case keys([KeyRow])
    case sessions([SessionRow])
    /// It was done, as these lines say.
    ///
    /// - note: what people should know besides.
    case done([String], note: String? = nil)
    /// Of several things, not all were done, as these lines say.
    case partlyDone([String])
    /// It was done, and somebody needs the address: only the path where nobody knows the market's address.
    ///
    /// - hasCode: whether it is for another device, which reads its QR code from the screen.
    case link(String, address: String, hasCode: Bool = false)
    /// Nothing was done, for the reason in this sentence.
    case refused(String)
}
