public import MarketModels

/// What the operator does about reports and listings. Each act has a reason, can be undone, and is in a log.
public struct ModerateListings: Sendable {
    private let store: any ReportStore & ProductReading
    private let clock: any WallClock

    public init(store: any ReportStore & ProductReading, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Returns reports, the oldest first.
    public func reports(isOpen: Bool) async throws(MarketError) -> [Report] {
        let size = 500
        var all: [Report] = []
        while true {
            let page = try await store.reports(isOpen: isOpen, after: all.last?.id, limit: size)
            all += page
            if page.count < size { return all }
        }
    }

    /// Returns a report, and why its listing is held if it is; nil if there is none.
    public func report(_ id: Report.ID) async throws(MarketError) -> (report: Report, hold: ListingHold?)? {
        guard let report = try await store.report(id) else { return nil }
        guard case .product(let product) = report.subject else { return (report, nil) }
        return (report, try await store.hold(of: product))
    }

    /// Decides a report that isn't decided yet.
    ///
    /// - Parameter hides: whether its listing is hidden as well.
    /// - Returns: the report and whether this decided it; nil if there is none.
    public func decide(
        _ id: Report.ID,
        _ kind: Report.Decision.Kind,
        reason: String,
        hides: Bool
    ) async throws(MarketError) -> (report: Report, isDecidedNow: Bool)? {
        let decision = Report.Decision(kind, reason: try checked(reason), decidedAt: clock.now)
        guard let before = try await store.report(id) else { return nil }
        guard before.decision == nil else { return (before, false) }
        return try await store.decide(id, decision, hides: hides).map { ($0, $0.decision == decision) }
    }

    /// Hides a listing, whatever its state.
    ///
    /// - Throws: an error if there is no such listing.
    public func hide(_ id: Product.ID, reason: String) async throws(MarketError) {
        let reason = try checked(reason)
        let isThere = try await store.hide(id, reason: reason, at: clock.now)
        if !isThere { throw try await store.absence(of: id) }
    }

    /// Gives a hidden listing the state back that it had before.
    ///
    /// - Returns: whether the operator or reports had hidden it.
    public func giveBack(_ id: Product.ID, reason: String) async throws(MarketError) -> Bool {
        let reason = try checked(reason)
        return try await store.giveBack(id, reason: reason, at: clock.now)
    }

    /// Returns the newest entries of the log.
    public func log(limit: Int) async throws(MarketError) -> [ModerationEntry] {
        try await store.moderationLog(before: nil, limit: limit)
    }

    /// Stores what the seller answers to a hold, once.
    ///
    /// - Returns: whether it was stored.
    public func answer(_ proof: SellerProof, _ text: String) async throws(MarketError) -> Bool {
        let text = try checked(text)
        return try await store.answerHold(of: proof, text, at: clock.now)
    }

    /// Forgets who has reported, and reports, when their time is over.
    public func removeOld() async throws(MarketError) {
        try await store.removeOldReports(at: clock.now)
    }

    /// Returns the number of reports that aren't decided.
    public func openReportCount() async throws(MarketError) -> Int {
        try await store.openReportCount()
    }

    private func checked(_ text: String) throws(MarketError) -> String {
        do throws(ReportProblem) {
            let text = try ReportDraft.checkedText(text)
            guard !text.isEmpty else { throw .missingText }
            return text
        } catch {
            throw .invalidReport(ReportProblems([error]))
        }
    }
}
