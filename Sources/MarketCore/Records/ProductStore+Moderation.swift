public import MarketModels

/// What operators see, and do about reports, listings and sellers. What they do is logged in the same commit.
extension ProductStore {
    /// Returns a report, or nil if there is none with this number.
    public func report(_ id: Report.ID, for _: OperatorProof) async throws(MarketError) -> Report? {
        try await readRecords { try $0.reports.report(id) }
    }

    /// Returns reports, the oldest first.
    ///
    /// - Parameters:
    ///   - isOpen: whether only those are returned that aren't decided.
    ///   - last: the report after which the page begins; nil for the first page.
    public func reports(
        isOpen: Bool,
        after last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { try $0.reports.reports(isOpen: isOpen, after: last, limit: limit) }
    }

    /// Returns one open report for each listing or seller that is reported, the most urgent first: what the law asks to be quick
    /// about, then what the most networks have reported, then the oldest. However much one network reports, it counts once.
    ///
    /// - Parameter count: how many come before the page.
    public func urgentReports(
        after count: Int,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { try $0.reports.urgentReports(after: count, limit: limit) }
    }

    /// Returns how many reports are open about a listing or a seller.
    ///
    /// - Parameter withListings: whether those about listings of the seller are counted.
    public func openReportCount(
        about subject: Report.Subject,
        withListings: Bool,
        for _: OperatorProof
    ) async throws(MarketError) -> Int {
        try await readRecords("reports") { try $0.reports.openReportCount(about: subject, withListings: withListings) }
    }

    /// Returns reports about a listing, or about a seller and all listings of theirs, the newest first.
    ///
    /// - Parameter last: the report after which the page begins; nil for the first page.
    public func reports(
        about subject: Report.Subject,
        before last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { try $0.reports.reports(about: subject, before: last, limit: limit) }
    }

    /// Decides a report. A dismissal ends a hold by reports once no other report of the listing is open.
    ///
    /// - Parameter hides: whether the listing is hidden as well, in the same commit.
    /// - Returns: the report, or nil if there is none. One that is decided already keeps its decision.
    public func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report? {
        try await moderate {
            try $0.decide(id, decision, hides: hides, by: proof)
        } isChange: {
            $0 != nil
        }
    }

    /// Decides a report that is open, and all others that are open about the same listing or seller, for the same reason and in one
    /// commit.
    public func decideAll(
        with id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report? {
        try await moderate {
            try $0.decideAll(with: id, decision, hides: hides, by: proof)
        } isChange: {
            $0 != nil
        }
    }

    /// Decides open reports about a listing, or about a seller and all listings of theirs, the oldest first, in one commit.
    ///
    /// - Returns: how many were decided. If it is less than `limit`, none is open any more.
    public func decideReports(
        about subject: Report.Subject,
        _ decision: Report.Decision,
        limit: Int,
        by proof: OperatorProof
    ) async throws(MarketError) -> Int {
        try await moderate {
            try $0.decideReports(about: subject, decision, limit: limit, by: proof)
        } isChange: {
            $0 > 0
        }
    }

    /// Returns what waits for operators, the newest first: open reports, listings that their sellers have changed as
    /// asked, and new ones that wait for approval.
    public func awaited(
        limit: Int,
        for _: OperatorFeedProof
    ) async throws(MarketError) -> [AwaitedDecision] {
        try await readRecords("feed of operators") { try $0.reports.awaited(limit: limit) }
    }

    /// Returns listings in every state, the newest first.
    ///
    /// - Parameter last: the listing after which the page begins; nil for the first page.
    public func listings(
        _ scope: ModerationScope,
        after last: Product.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [ModeratedListing] {
        try await readRecords("listings of operators") { try $0.reports.listings(scope, after: last, limit: limit) }
    }

    public func isPublic(_ name: ImageName) async throws(MarketError) -> Bool {
        try await readRecords { try $0.reports.isPublic(name) }
    }

    /// Returns the newest listings, in every state, that show one of the images.
    public func products(
        showing images: Set<ImageName>,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Product.ID] {
        try await readRecords { try $0.reports.products(showing: images, limit: limit) }
    }

    /// Returns the numbers of the 24 hours before a time.
    public func moderationNumbers(
        at now: Timestamp,
        for _: OperatorProof
    ) async throws(MarketError) -> ModerationNumbers {
        try await readRecords("numbers of the day") { try $0.reports.numbers(at: now) }
    }

    /// Does something about a listing for an operator, which is logged in the same commit.
    ///
    /// - Parameters:
    ///   - version: the version that the operator has looked at, of a listing that is shown; nil for whatever is there.
    ///   - decision: what the operator has seen decided about it; nil for whatever is.
    /// - Returns: false if the listing to hold or to lock isn't there.
    /// - Throws: the ``OperatorProblem`` for which the listing stays as it is.
    public func perform(
        _ act: ListingAct,
        on id: Product.ID,
        version: Int64?,
        decision: DecisionVersion? = nil,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate {
            try $0.perform(act, on: id, version: version, decision: decision, reason: reason, by: proof, at: now)
        }
    }

    /// Returns other sellers who have given the same contact as a seller, whose listings the same browser holds rights for, or
    /// who have listed from the same network. Of each of these, only the newest listings are looked at, so that it takes as long
    /// for large sellers.
    public func relatedSellers(
        of vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> [RelatedSeller] {
        try await readRecords("related sellers") { try $0.reports.relatedSellers(of: vendor) }
    }

    /// Returns the number of listings that wait for an approval.
    public func waitingCount(for _: OperatorProof) async throws(MarketError) -> Int {
        try await readRecords { try $0.reports.waitingCount() }
    }

    /// Returns the number of listings that ``ModerationScope/changed`` has.
    public func changedCount(for _: OperatorProof) async throws(MarketError) -> Int {
        try await readRecords { try $0.reports.changedCount() }
    }

    /// Returns the blocked contacts of a listing, and those that its texts name.
    public func blockedContacts(
        of own: SellerProduct,
        for _: OperatorProof
    ) async throws(MarketError) -> [ContactKey] {
        try await readRecords { try $0.reports.blockedContacts(of: own.product.listing, contact: own.contact) }
    }

    /// Returns the contacts that no listing may have, ordered by their keys.
    ///
    /// - Parameter last: the key after which the page begins; nil for the first page.
    public func blockedContacts(
        after last: ContactKey?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [BlockedContact] {
        try await readRecords { try $0.reports.blockedContacts(after: last, limit: limit) }
    }

    /// Returns those of some contacts that listings of other sellers begin with, too.
    public func contacts(
        _ keys: [ContactKey],
        ofOthersThan vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> Set<ContactKey> {
        try await readRecords { try $0.reports.contacts(keys, ofOthersThan: vendor) }
    }

    /// Blocks contacts, so that they are refused in new listings and edits, or unblocks them, in one commit. The rows of the listings
    /// with them follow with ``advanceBlocks(limit:at:)``: they are hidden, or shown again.
    ///
    /// - Returns: whether this has changed anything.
    public func setBlocked(
        _ isBlocked: Bool,
        contacts keys: [ContactKey],
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.setBlocked(isBlocked, contacts: keys, reason: reason, by: proof, at: now) }
    }

    /// Blocks a vendor, so that nobody sees their listings and new ones are refused, or unblocks them. The rows of the listings
    /// follow with ``advanceBlocks(limit:at:)``, because there may be very many.
    ///
    /// - Parameter end: when the block ends by itself; nil for one that doesn't.
    /// - Returns: the vendor, or nil if there is none. One that is blocked or unblocked already isn't changed.
    public func setBlocked(
        _ isBlocked: Bool,
        until end: Timestamp?,
        vendor id: Vendor.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor? {
        let outcome = try await moderate {
            try $0.setBlocked(isBlocked, until: end, vendor: id, reason: reason, by: proof, at: now)
        } isChange: {
            $0?.isChanged == true
        }
        return outcome?.vendor
    }

    /// Ends blocks whose time is over, and hides or gives back the listings of vendors who were blocked or unblocked, the
    /// newest first, in one commit.
    ///
    /// - Returns: the number of vendors and listings that were changed. If it is less than `limit`, nothing is left to do.
    public func advanceBlocks(limit: Int, at now: Timestamp) async throws(MarketError) -> Int {
        try await moderate {
            try $0.advanceBlocks(limit: limit, at: now)
        } isChange: {
            $0 > 0
        }
    }

    /// Returns entries of the log, the newest first. What was done about operators is left out for moderators.
    ///
    /// - Parameters:
    ///   - last: the number of the entry after which the page begins; nil for the first page.
    ///   - subject: the only listing or seller; nil for all.
    ///   - now: the time by which it is decided what can still be undone.
    public func moderationLog(
        before last: Int64?,
        about subject: Report.Subject?,
        limit: Int,
        at now: Timestamp,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModerationEntry] {
        try await readRecords("log") {
            try $0.reports.log(before: last, about: subject, limit: limit, at: now, for: proof)
        }
    }

    /// Undoes what an entry of the log says, by doing the opposite, which is logged as well.
    ///
    /// - Returns: whether it could be undone (``ModerationEntry/canBeUndone``).
    /// - Throws: ``OperatorProblem/listingChanged`` if that showed a listing which its seller has edited since.
    public func undo(
        _ entry: Int64,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.undo(entry, reason: reason, by: proof, at: now) }
    }

    /// Runs a write that says whether it has changed what people see.
    private func moderate(
        _ write: @escaping @Sendable (ReportRecords<Records>) throws -> Bool
    ) async throws(MarketError) -> Bool {
        try await moderate(write, isChange: \.self)
    }

    /// Runs a write, and raises the revision in the same commit if it has changed what people see.
    private func moderate<Value: Sendable>(
        _ write: @escaping @Sendable (ReportRecords<Records>) throws -> Value,
        isChange: @escaping @Sendable (Value) -> Bool
    ) async throws(MarketError) -> Value {
        try await writeRecords { connection in
            let value = try write(connection.reports)
            if isChange(value) { try connection.raiseRevision() }
            return value
        }
    }
}
