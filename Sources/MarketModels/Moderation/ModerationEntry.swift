/// An entry of the log of what was done about reports, listings, sellers and the market itself: who, what, when and why.
public struct ModerationEntry: Hashable, Sendable {
    /// What was done. Raw values are stored and never change.
    ///
    /// What operators do comes from their pages (`ModerationPages`, `OperatorReportPages`), from programs (`OperatorController`)
    /// and from commands (`ModerationRequest`), is carried out by `ModerateListings`, and can be undone if `UndoRecords.swift`
    /// says how. What they do about listings is a `ListingAct`.
    public enum Action: String, CaseIterable, Sendable {
        /// The operator has dismissed a report, and so let a listing through.
        case dismissed
        case upheld
        /// The operator has taken a decision back, so that the report is open again.
        case reopened
        /// Reports of several networks have hidden a listing.
        case held
        /// A hold by reports has ended by itself.
        case holdEnded = "hold_ended"
        /// Reports that were right keep a listing hidden once none of them is open, or their time is over.
        case holdKept = "hold_kept"
        /// The seller has changed what a listing says or shows, so that reports of others can hold it again.
        case changed
        /// The operator has hidden a listing.
        case hidden
        /// The operator has given a hidden listing back.
        case givenBack = "given_back"
        /// The operator has hidden a listing until its seller has made a change.
        case changeAsked = "change_asked"
        /// The operator has approved a new listing.
        case approved
        /// What the operator has decided about a new listing was taken back.
        case waitsAgain = "waits_again"
        /// The seller has changed what operators approve, so that the listing waits again.
        case changeWaits = "change_waits"
        /// The operator has locked a listing, so that its seller can't change it.
        case locked
        case unlocked
        /// The operator has removed a listing, which is deleted after 30 days.
        case removed
        /// A removed listing was deleted after its 30 days.
        case deleted
        /// The operator has erased a listing for good.
        case erased
        /// The operator has given a listing a new password.
        case secretReplaced = "secret_replaced"
        /// The operator has blocked a seller, and so hidden all their listings.
        case blocked
        case unblocked
        /// The operator has blocked a contact, and so hidden all listings with it.
        case contactBlocked = "contact_blocked"
        case contactUnblocked = "contact_unblocked"
        /// The operator has given a seller another name.
        case renamed
        /// A block has ended by itself.
        case blockEnded = "block_ended"
        /// The seller has answered.
        case answered
        /// The operator has changed or removed a value of the market's own.
        case settingChanged = "setting_changed"
        /// The operator has changed the text of a page.
        case pageChanged = "page_changed"
        case pagePublished = "page_published"
        case pageUnpublished = "page_unpublished"
        case pageRemoved = "page_removed"
        /// The operator has invited a seller.
        case invited
        case invitationRevoked = "invitation_revoked"
        /// A browser has become the seller's by an invitation.
        case invitationAccepted = "invitation_accepted"
        /// Somebody may do everything from now on.
        case operatorAdded = "operator_added"
        /// Somebody may moderate from now on.
        case moderatorAdded = "moderator_added"
        case operatorRemoved = "operator_removed"
        /// A link was made with which an operator signs in.
        case operatorLinkMade = "operator_link_made"
        /// A browser in which an operator was signed in isn't any more, and it hasn't signed out by itself.
        case operatorSessionEnded = "operator_session_ended"
        case operatorKeyMade = "operator_key_made"
        case operatorKeyEnded = "operator_key_ended"
        case operatorFeedMade = "operator_feed_made"
        case operatorFeedEnded = "operator_feed_ended"

        /// What was done about operators, which moderators don't see.
        package static let aboutOperators: [Action] = [
            .operatorAdded, .moderatorAdded, .operatorRemoved, .operatorLinkMade, .operatorSessionEnded,
            .operatorKeyMade,
            .operatorKeyEnded, .operatorFeedMade, .operatorFeedEnded,
        ]
    }

    /// Who did something. The description is for commands.
    public enum Actor: Hashable, Sendable, CustomStringConvertible {
        /// Reports of several networks.
        case reports
        /// Nobody: its time had come.
        case time
        /// The seller.
        case seller
        /// An operator; a program, if it was done with a key.
        case `operator`(String, key: String?)
        /// Whoever may open the data folder.
        case commandLine

        public var description: String {
            switch self {
            case .reports: "reports"
            case .time: "time"
            case .seller: "seller"
            case .operator(let name, let key): key.map { "\(name) (API, \($0))" } ?? name
            case .commandLine: "command line"
            }
        }
    }

    /// The number of days for which what was done can be undone.
    public static let daysToUndo = 30

    public let id: Int64
    public let action: Action
    /// The operator's name; nil for the command line, and for what no operator did.
    public let operatorName: String?
    /// The name of the operator's key that a program has done it with; nil if none has.
    public let keyName: String?
    public let report: Report.ID?
    public let product: Product.ID?
    /// The seller; nil if it is about the market itself.
    public let vendor: Vendor.ID?
    /// What of the market's own was changed: a ``ProfileKey``, the name of a page (``MarketPage/ID/name``), or the name of an operator.
    public let setting: String?
    /// Why; the name of a key that was made or ended.
    public let reason: String
    public let createdAt: Timestamp
    /// Whether it can be undone: it is an operator's, of the last 30 days, can be reversed, and nothing has replaced it.
    public let canBeUndone: Bool

    public init(
        id: Int64,
        action: Action,
        by operatorName: String?,
        with keyName: String? = nil,
        report: Report.ID?,
        product: Product.ID?,
        vendor: Vendor.ID?,
        setting: String? = nil,
        reason: String,
        createdAt: Timestamp,
        canBeUndone: Bool
    ) {
        self.id = id
        self.action = action
        self.operatorName = operatorName
        self.keyName = keyName
        self.report = report
        self.product = product
        self.vendor = vendor
        self.setting = setting
        self.reason = reason
        self.createdAt = createdAt
        self.canBeUndone = canBeUndone
    }

    /// Who did it.
    public var actor: Actor {
        switch action {
        case .held, .holdKept: .reports
        case .holdEnded, .deleted, .blockEnded: .time
        case .answered, .changed, .changeWaits, .invitationAccepted: .seller
        default: operatorName.map { .operator($0, key: keyName) } ?? .commandLine
        }
    }
}

/// A listing as an operator sees it among others, in any state.
public struct ModeratedListing: Hashable, Sendable {
    public let product: Product
    /// Why it is hidden although its seller didn't hide it; nil if it isn't.
    public let hold: ListingHold?
    /// Why its seller can't change it; nil if they can.
    public let lock: ListingLock?
    /// The number of its reports that aren't decided.
    public let openReportCount: Int
    /// Whether its seller has answered, or has edited it since an operator has asked for a change or refused it.
    public var isChangedAsAsked: Bool { hold?.isFollowed(by: product) ?? false }

    public init(_ product: Product, hold: ListingHold?, lock: ListingLock? = nil, openReportCount: Int) {
        self.product = product
        self.hold = hold
        self.lock = lock
        self.openReportCount = openReportCount
    }
}

/// What waits for an operator: no more of it than helps to decide whether to look.
public struct AwaitedDecision: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// A report that isn't decided.
        case report(Report.ID, ReportReason)
        /// A listing that its seller has edited since an operator has asked for a change or refused it.
        case changed(Product.ID)
        /// A new listing that waits for approval.
        case waiting(Product.ID)
        /// A listing that waits again, because its seller has changed it.
        case changeWaits(Product.ID)
    }

    public let kind: Kind
    /// The name of the listing or of the seller; nil if the listing is gone.
    public let name: String?
    /// Since when it waits.
    public let since: Timestamp

    public init(_ kind: Kind, named name: String?, since: Timestamp) {
        self.kind = kind
        self.name = name
        self.since = since
    }
}

/// Another seller who may be the same person.
public struct RelatedSeller: Hashable, Sendable {
    /// What both have.
    public enum Link: String, CaseIterable, Sendable {
        /// Both have given the same contact (``ContactKey``).
        case contact
        /// The same browser holds rights for listings of both.
        case browser
        /// Both have listed from the same IPv4 address or IPv6 /48 within 30 days. Addresses of many sellers don't count, such as
        /// those that customers of a mobile provider share.
        case network
    }

    public let vendor: Vendor
    public let links: Set<Link>

    public init(_ vendor: Vendor, links: Set<Link>) {
        self.vendor = vendor
        self.links = links
    }
}

/// The numbers of the last 24 hours, and what waits for an operator.
public struct ModerationNumbers: Hashable, Sendable {
    public let listed: Int
    public let sold: Int
    public let reported: Int
    /// The reports that aren't decided.
    public let openReports: Int
    /// The listings that operators, blocks and reports hide.
    public let held: Int
    /// The listings that their sellers have edited since an operator has asked for a change.
    public let changed: Int

    public init(listed: Int, sold: Int, reported: Int, openReports: Int, held: Int, changed: Int = 0) {
        self.listed = listed
        self.sold = sold
        self.reported = reported
        self.openReports = openReports
        self.held = held
        self.changed = changed
    }
}

/// A contact that no listing may have.
public struct BlockedContact: Hashable, Sendable {
    public let key: ContactKey
    /// Why, which sellers of hidden listings see.
    public let reason: String
    /// The operator who has blocked it; nil for the command line.
    public let operatorName: String?
    public let createdAt: Timestamp

    public init(key: ContactKey, reason: String, operatorName: String?, createdAt: Timestamp) {
        self.key = key
        self.reason = reason
        self.operatorName = operatorName
        self.createdAt = createdAt
    }
}
