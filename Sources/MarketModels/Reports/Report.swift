/// A report about a listing or a seller, as the operator sees it.
public struct Report: Hashable, Sendable {
    /// The number of a report.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// What is reported.
    public enum Subject: Hashable, Sendable {
        case product(Product.ID)
        case vendor(Vendor.ID)
    }

    /// What the operator has decided.
    public struct Decision: Hashable, Sendable {
        /// The kinds of decisions. Raw values are the names on the wire and never change.
        public enum Kind: String, CaseIterable, Sendable {
            /// Nothing was done.
            case dismissed
            /// The report is right.
            case upheld
        }

        public let kind: Kind
        /// The reason, which the reporter sees.
        public let reason: String
        public let decidedAt: Timestamp

        public init(_ kind: Kind, reason: String, decidedAt: Timestamp) {
            self.kind = kind
            self.reason = reason
            self.decidedAt = decidedAt
        }
    }

    public let id: ID
    public let subject: Subject
    /// The seller who is reported, or whose listing is.
    public let vendor: Vendor.ID
    public let content: CheckedReport
    public let createdAt: Timestamp
    /// Nil while the report is open.
    public let decision: Decision?

    public init(
        id: ID,
        subject: Subject,
        vendor: Vendor.ID,
        content: CheckedReport,
        createdAt: Timestamp,
        decision: Decision? = nil
    ) {
        self.id = id
        self.subject = subject
        self.vendor = vendor
        self.content = content
        self.createdAt = createdAt
        self.decision = decision
    }
}

/// Why a listing is hidden although its seller didn't hide it. Only its seller and the operator see this.
public struct ListingHold: Hashable, Sendable {
    /// Who hides it, and until when. Raw values are stored and never change.
    public enum Kind: String, CaseIterable, Sendable {
        /// Reports of several networks, until an operator has looked at it or their time is over.
        case reports
        /// An operator.
        case hidden
        /// An operator, who asks its seller for a change and looks at it then.
        case changeAsked = "change_asked"
        /// An operator, who has removed it: it is deleted when the hold ends.
        case removed
        /// The block of its seller, with which it ends.
        case blocked
        /// Nobody yet: it is new, and waits for an operator to approve it.
        case waiting
        /// The block of its contact, with which it ends.
        case contact
    }

    /// The number of days after which a removed listing is deleted.
    public static let daysOfRemoval = ModerationEntry.daysToUndo

    public let product: Product.ID
    public let kind: Kind
    /// The reason that the operator gave; nil for a hold by reports, and while it waits.
    public let reason: String?
    public let createdAt: Timestamp
    /// When a hold by reports or by a block ends by itself, or a removed listing is deleted; nil for others.
    public let endsAt: Timestamp?
    /// What the seller has answered, once.
    public let answer: String?
    /// What its seller has changed of a listing that others have seen, so that it waits again; empty for others.
    public package(set) var changes: [ListingChange]
    /// Whether it has begun as a wait for approval, whatever has replaced that.
    public let hasWaited: Bool
    /// Whether an operator has refused a listing that has waited for approval.
    public var isRefusal: Bool { kind == .hidden && hasWaited }

    public init(
        product: Product.ID,
        kind: Kind,
        reason: String?,
        createdAt: Timestamp,
        endsAt: Timestamp?,
        answer: String? = nil,
        changes: [ListingChange] = [],
        hasWaited: Bool = false
    ) {
        self.changes = changes
        self.hasWaited = hasWaited
        self.product = product
        self.kind = kind
        self.reason = reason
        self.createdAt = createdAt
        self.endsAt = endsAt
        self.answer = answer
    }

    /// Returns whether the seller has answered, or has edited the product since an operator has asked for a change or refused it.
    public func isFollowed(by product: Product) -> Bool {
        answer != nil || (kind == .changeAsked || isRefusal) && product.updatedAt > createdAt
    }
}

/// A field that the seller of a listing has changed since others have seen it last.
public struct ListingChange: Hashable, Sendable {
    public let field: ListingField
    /// The text that others have seen; nil if there was none, and for images.
    public let before: String?

    public init(_ field: ListingField, before: String?) {
        self.field = field
        self.before = before
    }
}

/// That an operator has blocked a seller, as the seller reads it.
public struct SellerBlock: Hashable, Sendable {
    /// When the block ends by itself; nil for one that doesn't.
    public let endsAt: Timestamp?
    /// The reason that the operator gave; nil for whoever hasn't proven to be the seller.
    public let reason: String?

    public init(endsAt: Timestamp?, reason: String?) {
        self.endsAt = endsAt
        self.reason = reason
    }
}

/// That an operator has locked a listing: everybody sees it, and its seller can change neither it nor its state.
public struct ListingLock: Hashable, Sendable {
    /// The reason that the operator gave, which the seller sees.
    public let reason: String
    public let createdAt: Timestamp

    public init(reason: String, createdAt: Timestamp) {
        self.reason = reason
        self.createdAt = createdAt
    }
}
