public import MarketCore
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
            blockEndsAt = vendor.blockEndsAt?.rowText
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

    /// The outcome of adding one of several vendors.
    public struct VendorOutcome: Codable, Hashable, Sendable {
        /// The kind of an outcome.
        public enum Kind: Codable, Hashable, Sendable {
            case added
            /// A vendor with this id and identifier existed already.
            case known
            /// The id belongs to another vendor.
            case idTaken
            /// The identifier belongs to a vendor with another id.
            case identifierTaken(by: Int64)
        }

        public let id: Int64
        public let identifier: String
        public let kind: Kind
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
            madeAt = key.createdAt.rowText
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
            createdAt = invitation.createdAt.rowText
            endsAt = invitation.endsAt.rowText
        }
    }

    case vendors([VendorRow])
    case vendor(VendorRow, related: [RelatedRow])
    /// The categories after a change, or without one.
    case categories([CategoryRow])
    case vendorAdded(VendorRow)
    /// The identifier was already registered.
    case vendorKnown(VendorRow)
    /// The outcome for each of several vendors.
    case vendorOutcomes([VendorOutcome])
    case vendorChanged(VendorRow)
    /// The name of a product, or nil for one that only its seller sees.
    case product(name: String?)
    case vendorRenamed(VendorRow)
    /// The address with which a browser becomes a vendor's: only the path where nobody knows the market's address.
    case invitation(InvitationRow, address: String)
    case invitations([InvitationRow])
    case invitationRevoked(Int64)
    /// - othersWithItsImages: the newest other products that show one of its images.
    /// - leavesImages: whether its images could not be removed yet.
    case productErased(Int64, othersWithItsImages: [Int64] = [], leavesImages: Bool = false)
    case secretSet
    case reports([ReportRow])
    case report(ReportRow)
    /// A report was decided now, or before.
    case reportDecided(ReportRow, isDecidedNow: Bool)
    /// - isRepeated: whether the listing was held or locked in the same way already; the reason is the new one.
    case acted(ListingAct, on: Int64, isRepeated: Bool = false)
    case waiting([WaitingRow])
    case blockedContacts([BlockedContactRow])
    case contactBlocked(String, isBlocked: Bool)
    case moderationLog([LogRow])
    /// The market's profile after a change, or without one.
    case market(MarketRow)
    case marketPage(MarketRow.Page)
    case operators([OperatorRow])
    /// The address with which an operator signs in: only the path where nobody knows the market's address.
    case operatorLink(name: String, address: String)
    case operatorRemoved(name: String)
    /// The address of a feed: only the path where nobody knows the market's address.
    case feed(name: String, address: String)
    case feedEnded(name: String)
    case key(KeyRow, token: String)
    case keys([KeyRow])
    case keyEnded(Int64)
    case sessions([SessionRow])
    case sessionEnded(Int64)
    /// Nothing was done, for the reason in this sentence.
    case refused(String)
}
