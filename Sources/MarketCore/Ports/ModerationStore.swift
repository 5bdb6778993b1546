public import MarketModels

/// What operators see of a store, and do about reports, listings and sellers. What they do is logged in the same commit.
public protocol ModerationStore: Sendable {
    // MARK: Reports

    /// Returns a report, or nil if there is none with this number.
    func report(_ id: Report.ID, for proof: OperatorProof) async throws(MarketError) -> Report?

    /// Returns reports, the oldest first.
    ///
    /// - Parameters:
    ///   - isOpen: whether only those are returned that aren't decided.
    ///   - last: the report after which the page begins; nil for the first page.
    func reports(
        isOpen: Bool,
        after last: Report.ID?,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Report]

    /// Returns one open report for each listing or seller that is reported, the most urgent first: what the law asks to be quick
    /// about, then what the most networks have reported, then the oldest. However much one network reports, it counts once.
    ///
    /// - Parameter count: how many come before the page.
    func urgentReports(
        after count: Int,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Report]

    /// Returns how many reports are open about a listing or a seller.
    ///
    /// - Parameter withListings: whether those about listings of the seller are counted.
    func openReportCount(
        about subject: Report.Subject,
        withListings: Bool,
        for proof: OperatorProof
    ) async throws(MarketError) -> Int

    /// Returns reports about a listing, or about a seller and all listings of theirs, the newest first.
    ///
    /// - Parameter last: the report after which the page begins; nil for the first page.
    func reports(
        about subject: Report.Subject,
        before last: Report.ID?,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Report]

    /// Decides a report. A dismissal ends a hold by reports once no other report of the listing is open.
    ///
    /// - Parameter hides: whether the listing is hidden as well, in the same commit.
    /// - Returns: the report, or nil if there is none. One that is decided already keeps its decision.
    func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report?

    /// Decides a report that is open, and all others that are open about the same listing or seller, for the same reason and in one
    /// commit.
    func decideAll(
        with id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report?

    /// Decides open reports about a listing, or about a seller and all listings of theirs, the oldest first, in one commit.
    ///
    /// - Returns: how many were decided. If it is less than `limit`, none is open any more.
    func decideReports(
        about subject: Report.Subject,
        _ decision: Report.Decision,
        limit: Int,
        by proof: OperatorProof
    ) async throws(MarketError) -> Int

    /// Returns what waits for operators, the newest first: open reports, listings that their sellers have changed as
    /// asked, and new ones that wait for approval.
    func awaited(limit: Int, for proof: OperatorFeedProof) async throws(MarketError) -> [AwaitedDecision]

    // MARK: Listings

    /// Returns listings in every state, the newest first.
    ///
    /// - Parameter last: the listing after which the page begins; nil for the first page.
    func listings(
        _ scope: ModerationScope,
        after last: Product.ID?,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModeratedListing]

    /// Returns a listing in any state as its seller sees it, or nil if there is none.
    func product(_ id: Product.ID, for proof: OperatorProof) async throws(MarketError) -> SellerProduct?

    /// Returns the newest listings, in every state, that show one of the images.
    func products(
        showing images: Set<ImageName>,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Product.ID]

    /// Returns the numbers of the 24 hours before a time.
    func moderationNumbers(at now: Timestamp, for proof: OperatorProof) async throws(MarketError) -> ModerationNumbers

    /// Does something about a listing for an operator, which is logged in the same commit.
    ///
    /// - Parameter version: the version that the operator has looked at, of a listing that is shown; nil for whatever is there.
    /// - Returns: false if the listing to hold or to lock isn't there.
    /// - Throws: the ``OperatorProblem`` for which the listing stays as it is.
    func perform(
        _ act: ListingAct,
        on id: Product.ID,
        version: Int64?,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Returns the number of listings that wait for an operator.
    func waitingCount(for proof: OperatorProof) async throws(MarketError) -> Int

    // MARK: Sellers

    /// Returns other sellers who have given the same contact as a seller, whose listings the same browser holds rights for, or
    /// who have listed from the same network. Of each of these, only the newest listings are looked at, so that it takes as long
    /// for large sellers.
    func relatedSellers(of vendor: Vendor.ID, for proof: OperatorProof) async throws(MarketError) -> [RelatedSeller]

    /// Blocks a vendor, so that nobody sees their listings and new ones are refused, or unblocks them. The rows of the listings
    /// follow with ``advanceBlocks(limit:at:)``, because there may be very many.
    ///
    /// - Parameter end: when the block ends by itself; nil for one that doesn't.
    /// - Returns: the vendor, or nil if there is none. One that is blocked or unblocked already isn't changed.
    func setBlocked(
        _ isBlocked: Bool,
        until end: Timestamp?,
        vendor id: Vendor.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor?

    /// Ends blocks whose time is over, and hides or gives back the listings of vendors who were blocked or unblocked, the
    /// newest first, in one commit.
    ///
    /// - Returns: the number of vendors and listings that were changed. If it is less than `limit`, nothing is left to do.
    func advanceBlocks(limit: Int, at now: Timestamp) async throws(MarketError) -> Int

    // MARK: Contacts

    /// Returns the contacts that no listing may have, ordered by their keys.
    ///
    /// - Parameter last: the key after which the page begins; nil for the first page.
    func blockedContacts(
        after last: ContactKey?,
        limit: Int,
        for proof: OperatorProof
    ) async throws(MarketError) -> [BlockedContact]

    /// Returns those of some contacts that listings of other sellers begin with, too.
    func contacts(
        _ keys: [ContactKey],
        ofOthersThan vendor: Vendor.ID,
        for proof: OperatorProof
    ) async throws(MarketError) -> Set<ContactKey>

    /// Blocks contacts, so that they are refused in new listings and edits, or unblocks them, in one commit. The rows of the listings
    /// with them follow with ``advanceBlocks(limit:at:)``: they are hidden, or shown again.
    ///
    /// - Returns: whether this has changed anything.
    func setBlocked(
        _ isBlocked: Bool,
        contacts keys: [ContactKey],
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool

    /// Returns the blocked contacts of a listing, and those that its texts name.
    func blockedContacts(of own: SellerProduct, for proof: OperatorProof) async throws(MarketError) -> [ContactKey]

    // MARK: Log

    /// Returns entries of the log, the newest first. What was done about operators is left out for moderators.
    ///
    /// - Parameters:
    ///   - last: the number of the entry after which the page begins; nil for the first page.
    ///   - subject: the only listing or seller; nil for all.
    ///   - now: the time by which it is decided what can still be undone.
    func moderationLog(
        before last: Int64?,
        about subject: Report.Subject?,
        limit: Int,
        at now: Timestamp,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModerationEntry]

    /// Undoes what an entry of the log says, by doing the opposite, which is logged as well.
    ///
    /// - Returns: whether it could be undone (``ModerationEntry/canBeUndone``).
    /// - Throws: ``OperatorProblem/listingChanged`` if that showed a listing which its seller has edited since.
    func undo(
        _ entry: Int64,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool
}

/// The listings that an operator looks at.
public enum ModerationScope: Hashable, Sendable {
    case all
    /// Those that operators, blocks and reports hide.
    case held
    /// Those that their sellers have edited since an operator has asked for a change.
    case changed
    /// Those that wait for an operator.
    case waiting
    /// Those of a seller.
    case seller(Vendor.ID)
    /// Those that only their sellers see, and whose names, sellers' names, descriptions and contacts contain all words of a text, in
    /// any order and letter case. Of many, only the newest are looked at, and only the newest of these with descriptions and contacts.
    case withheld(named: String)
    /// Those in every state whose contact begins with the same phone number, address or link, however it is written.
    case contact(ContactKey)
}

/// How an operator holds a listing.
public enum OperatorHold: CaseIterable, Sendable {
    case hidden, changeAsked, removed

    public var kind: ListingHold.Kind {
        switch self {
        case .hidden: .hidden
        case .changeAsked: .changeAsked
        case .removed: .removed
        }
    }

    var action: ModerationEntry.Action {
        switch self {
        case .hidden: .hidden
        case .changeAsked: .changeAsked
        case .removed: .removed
        }
    }
}

/// That the operator deletes a product rather than its seller, at once and for good, and why.
public struct ProductErasure: Hashable, Sendable {
    public let reason: String
    public let proof: OperatorProof

    public init(_ reason: String, by proof: OperatorProof) {
        self.reason = reason
        self.proof = proof
    }
}
