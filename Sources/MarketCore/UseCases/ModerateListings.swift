public import MarketModels

/// What operators do about reports, listings and sellers. Each act has a reason, is in a log, and can be undone for
/// ``ModerationEntry/daysToUndo``.
public struct ModerateListings: Sendable {
    /// The number of listings and of reports on a page.
    public static let pageSize = 30
    /// The number of days after which a block can end by itself.
    public static let blockDays = 1...365
    /// How many commits hide listings before whoever blocks their seller gets an answer: a thousand listings.
    static let stepsOfBlock = 1_000 / AdvanceListings.step

    let store: any ProductStore
    let browseProducts: BrowseProducts
    let clock: any WallClock

    // MARK: Reports

    /// Returns reports, the oldest first.
    public func reports(isOpen: Bool, for proof: OperatorProof) async throws(MarketError) -> [Report] {
        let size = 500
        return try await allPages(of: size) { last throws(MarketError) in
            try await store.reports(isOpen: isOpen, after: last?.id, limit: size, for: proof)
        }
    }

    /// Returns a page of reports, the oldest first.
    ///
    /// - Parameter isOpen: whether only those are returned that aren't decided.
    public func reports(
        isOpen: Bool,
        after last: Report.ID?,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ShownReport] {
        let reports = try await store.reports(isOpen: isOpen, after: last, limit: Self.pageSize, for: proof)
        return try await shown(reports, for: proof)
    }

    /// A report with the listing that it is about.
    public struct ShownReport: Hashable, Sendable {
        public let report: Report
        public let vendor: Vendor?
        /// The listing; nil if it is gone, or the report is about a seller.
        public let own: SellerProduct?
        /// How many reports about the same listing or seller are open.
        public let openCount: Int
    }

    /// Returns a page of what is reported, the most urgent first, with an open report of each.
    ///
    /// - Parameter number: the number of the page, from 1.
    public func urgentReports(
        page number: Int = 1,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ShownReport] {
        let before = (min(max(number, 1), 1_000_000) - 1) * Self.pageSize
        return try await shown(store.urgentReports(after: before, limit: Self.pageSize, for: proof), for: proof)
    }

    /// Returns a report, or nil if there is none.
    public func report(_ id: Report.ID, for proof: OperatorProof) async throws(MarketError) -> ShownReport? {
        guard let report = try await store.report(id, for: proof) else { return nil }
        return try await shown([report], for: proof).first
    }

    private func shown(_ reports: [Report], for proof: OperatorProof) async throws(MarketError) -> [ShownReport] {
        var shown: [ShownReport] = []
        for report in reports {
            var own: SellerProduct?
            if let id = report.subject.product { own = try await store.product(id, for: proof) }
            let vendor = try await store.vendor(report.vendor)
            let count = try await store.openReportCount(about: report.subject, withListings: false, for: proof)
            shown.append(ShownReport(report: report, vendor: vendor, own: own, openCount: count))
        }
        return shown
    }

    /// Returns a page of reports about a listing, or about a seller and all listings of theirs, the newest first.
    ///
    /// - Parameter last: the report after which the page begins; nil for the first page.
    public func reports(
        about subject: Report.Subject,
        before last: Report.ID? = nil,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await store.reports(about: subject, before: last, limit: Self.pageSize, for: proof)
    }

    /// Decides a report that isn't decided yet.
    ///
    /// - Parameters:
    ///   - hides: whether its listing is hidden as well.
    ///   - seen: what the operator has seen decided about a listing that is hidden; nil for whatever is.
    ///   - decidesAll: whether all other open reports about the same listing or seller are decided in the same way.
    /// - Returns: the report and whether this decided it; nil if there is none.
    public func decide(
        _ id: Report.ID,
        _ kind: Report.Decision.Kind,
        reason: String,
        hides: Bool,
        over seen: DecisionVersion? = nil,
        decidesAll: Bool = false,
        by proof: OperatorProof
    ) async throws(MarketError) -> (report: Report, isDecidedNow: Bool)? {
        let decision = Report.Decision(kind, reason: try Self.checked(reason), decidedAt: clock.now)
        guard let before = try await store.report(id, for: proof) else { return nil }
        guard before.decision == nil else { return (before, false) }
        let report =
            decidesAll
            ? try await store.decideAll(with: id, decision, hides: hides, over: seen, by: proof)
            : try await store.decide(id, decision, hides: hides, over: seen, by: proof)
        return report.map { ($0, $0.decision == decision) }
    }

    /// Decides all open reports about a listing, or about a seller and all listings of theirs, in small commits. Those who have
    /// reported read the reason.
    public func decideReports(
        about subject: Report.Subject,
        _ kind: Report.Decision.Kind,
        reason: String,
        by proof: OperatorProof
    ) async throws(MarketError) {
        let decision = Report.Decision(kind, reason: try Self.checked(reason), decidedAt: clock.now)
        let step = AdvanceListings.step
        while try await store.decideReports(about: subject, decision, limit: step, by: proof) == step {}
    }

    // MARK: Listings

    /// Returns a page of listings in every state, the newest first.
    public func listings(
        _ scope: ModerationScope,
        after last: Product.ID? = nil,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModeratedListing] {
        try await store.listings(scope, after: last, limit: Self.pageSize, for: proof)
    }

    /// Searches what everybody sees, what only its seller sees, and all contacts. A number finds the listing with it.
    ///
    /// - Returns: the newest listings, at most three pages.
    public func search(
        _ text: String,
        from client: ClientAddress,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModeratedListing] {
        guard let search = ProductSearch(text, in: .nameAndDescription) else { return [] }
        var found = try await store.listings(
            .withheld(named: search.text),
            after: nil,
            limit: Self.pageSize,
            for: proof
        )
        if let key = ContactKey.keys(of: search.text).first {
            let withContact = try await store.listings(.contact(key), after: nil, limit: Self.pageSize, for: proof)
            found += withContact.filter { listing in !found.contains { $0.product.id == listing.product.id } }
        }
        let query = ProductQuery(size: Self.pageSize, includesUnlisted: true, search: search)
        var ids = try await browseProducts(query, for: client).products.map(\.id)
        if let number = Int64(search.text), number > 0 { ids.append(Product.ID(rawValue: number)) }
        for id in Set(ids) where !found.contains(where: { $0.product.id == id }) {
            // Behind the one with the next number comes this one.
            let next = Product.ID(rawValue: id.rawValue &+ 1)
            let page = try await store.listings(.all, after: next, limit: 1, for: proof)
            found += page.filter { $0.product.id == id }
        }
        return found.sorted { $0.product.id.rawValue > $1.product.id.rawValue }
    }

    /// Returns a listing in any state as its seller sees it.
    ///
    /// - Throws: an error if there is none.
    public func listing(_ id: Product.ID, for proof: OperatorProof) async throws(MarketError) -> SellerProduct {
        if let found = try await store.product(id, for: proof) { return found }
        throw try await store.absence(of: id)
    }

    /// Returns the newest other listings, in every state, that show an image of a listing. Its erasure doesn't take it from them.
    public func listings(
        sharingImagesOf product: Product,
        for proof: OperatorProof
    ) async throws(MarketError) -> [Product.ID] {
        let images = Set(product.images.map(\.name))
        return try await store.products(showing: images, limit: Self.pageSize + 1, for: proof)
            .filter { $0 != product.id }
    }

    /// Does something about a listing.
    ///
    /// - Parameters:
    ///   - version: the version that the operator has looked at, of a listing that is shown; nil for whatever is there.
    ///   - decision: what the operator has seen decided about it; nil for whatever is.
    ///   - reason: why; an approval needs none.
    ///   - decidesReports: whether its open reports are decided for the same reason: upheld, or dismissed if it is shown again.
    /// - Throws: the ``OperatorProblem`` for which the listing stays as it is, or an error if there is none.
    public func perform(
        _ act: ListingAct,
        on id: Product.ID,
        version: Int64? = nil,
        decision: DecisionVersion? = nil,
        reason: String = "",
        decidesReports: Bool = false,
        by proof: OperatorProof
    ) async throws(MarketError) {
        let reason = act == .approve ? reason : try Self.checked(reason)
        let isThere: Bool
        do throws(MarketError) {
            isThere = try await store.perform(
                act,
                on: id,
                version: version,
                decision: decision,
                reason: reason,
                by: proof,
                at: clock.now
            )
        } catch {
            guard case .operators(.reportsAreOpen) = error, decidesReports else { throw error }
            // Whoever reported it reads the reason.
            try await decideReports(about: .product(id), .dismissed, reason: reason, by: proof)
            return try await perform(act, on: id, version: version, reason: reason, by: proof)
        }
        if !isThere { throw try await store.absence(of: id) }
        if decidesReports, let decision = act.decision {
            try await decideReports(about: .product(id), decision, reason: reason, by: proof)
        }
    }

    // MARK: Log

    /// Returns the newest entries of the log, or those before an entry.
    ///
    /// - Parameter subject: the only listing or seller; nil for all.
    public func log(
        before last: Int64? = nil,
        about subject: Report.Subject? = nil,
        limit: Int = ModerateListings.pageSize,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModerationEntry] {
        try await store.moderationLog(before: last, about: subject, limit: limit, at: clock.now, for: proof)
    }

    /// Undoes what an entry of the log says.
    ///
    /// - Throws: ``OperatorProblem/cannotUndo`` if it can't be undone, and the same operator hasn't just done so.
    public func undo(_ entry: Int64, reason: String, by proof: OperatorProof) async throws(MarketError) {
        let reason = try Self.checked(reason)
        if try await !store.undo(entry, reason: reason, by: proof, at: clock.now) {
            guard try await hasUndone(entry, by: proof) else { throw .operators(.cannotUndo) }
        }
        try await advanceBlocks()
    }

    /// Returns whether an operator has done something else about the subject of an entry within the last minute, as a second tap
    /// finds it.
    private func hasUndone(_ entry: Int64, by proof: OperatorProof) async throws(MarketError) -> Bool {
        // Before the one with the next number comes this one.
        guard entry < .max, let undone = try await log(before: entry + 1, limit: 1, for: proof).first,
            undone.id == entry
        else { return false }
        let minuteAgo = clock.now.adding(seconds: -60)
        return try await log(for: proof).contains { later in
            later.id > entry && later.action != undone.action && later.operatorName == proof.name
                && later.createdAt > minuteAgo && later.product == undone.product && later.vendor == undone.vendor
                && later.report == undone.report && later.setting == undone.setting
        }
    }

    // MARK: Others

    /// Stores what the seller answers to a hold, once.
    ///
    /// - Returns: whether it was stored.
    public func answer(_ proof: SellerProof, _ text: String) async throws(MarketError) -> Bool {
        try await store.answerHold(of: proof, Self.checked(text), at: clock.now)
    }

    /// Returns that a seller is blocked, for whoever lists under their name; nil if they aren't.
    ///
    /// - Parameter proof: of the seller, who reads why; nil for somebody who knows the identifier only.
    public func block(of vendor: Vendor, for proof: VendorProof?) async throws(MarketError) -> SellerBlock? {
        // The vendor of a product doesn't say when the block ends.
        guard vendor.isBlocked, let vendor = try await store.vendor(vendor.id), vendor.isBlocked else { return nil }
        var reason: String?
        if let proof, proof.vendor == vendor.id { reason = try await store.reasonOfBlock(for: proof) }
        return SellerBlock(endsAt: vendor.blockEndsAt, reason: reason)
    }

    static func checked(_ text: String) throws(MarketError) -> String {
        do throws(ReportProblem) {
            let text = try ReportDraft.checkedText(text)
            guard !text.isEmpty else { throw .missingText }
            return text
        } catch {
            throw .invalidReport(ReportProblems([error]))
        }
    }
}
