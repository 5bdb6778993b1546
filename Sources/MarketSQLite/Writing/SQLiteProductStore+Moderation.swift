internal import GRDB
public import MarketCore
public import MarketModels

extension SQLiteProductStore {
    public func report(_ id: Report.ID, for _: OperatorProof) async throws(MarketError) -> Report? {
        try await readStatement { try $0.reports.report(id) }
    }

    public func reports(
        isOpen: Bool,
        after last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readLong("reports") { try $0.reports.reports(isOpen: isOpen, after: last, limit: limit) }
    }

    public func urgentReports(
        after count: Int,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readLong("reports") { try $0.reports.urgentReports(after: count, limit: limit) }
    }

    public func openReportCount(
        about subject: Report.Subject,
        withListings: Bool,
        for _: OperatorProof
    ) async throws(MarketError) -> Int {
        try await readLong("reports") { try $0.reports.openReportCount(about: subject, withListings: withListings) }
    }

    public func reports(
        about subject: Report.Subject,
        before last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readLong("reports") { try $0.reports.reports(about: subject, before: last, limit: limit) }
    }

    public func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report? {
        try await write { database in
            let report = try database.reports.decide(id, decision, hides: hides, by: proof)
            if report != nil { try database.raiseRevision() }
            return report
        }
    }

    public func decideAll(
        with id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report? {
        try await write { database in
            let report = try database.reports.decideAll(with: id, decision, hides: hides, by: proof)
            if report != nil { try database.raiseRevision() }
            return report
        }
    }

    public func decideReports(
        about subject: Report.Subject,
        _ decision: Report.Decision,
        limit: Int,
        by proof: OperatorProof
    ) async throws(MarketError) -> Int {
        try await write { database in
            let count = try database.reports.decideReports(about: subject, decision, limit: limit, by: proof)
            if count > 0 { try database.raiseRevision() }
            return count
        }
    }

    public func awaited(
        limit: Int,
        for _: OperatorFeedProof
    ) async throws(MarketError) -> [AwaitedDecision] {
        try await readLong("feed of operators") { try $0.reports.awaited(limit: limit) }
    }

    public func listings(
        _ scope: ModerationScope,
        after last: Product.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [ModeratedListing] {
        try await readLong("listings of operators") { try $0.reports.listings(scope, after: last, limit: limit) }
    }

    public func product(_ id: Product.ID, for _: OperatorProof) async throws(MarketError) -> SellerProduct? {
        try await readStatement { try ProductReader(database: $0).sellerProduct(id) }?.resolved(by: categories)
    }

    public func isPublic(_ name: ImageName) async throws(MarketError) -> Bool {
        try await readStatement { try $0.reports.isPublic(name) }
    }

    public func products(
        showing images: Set<ImageName>,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Product.ID] {
        try await readStatement { try $0.reports.products(showing: images, limit: limit) }
    }

    public func moderationNumbers(
        at now: Timestamp,
        for _: OperatorProof
    ) async throws(MarketError) -> ModerationNumbers {
        try await readLong("numbers of the day") { try $0.reports.numbers(at: now) }
    }

    public func hold(
        _ id: Product.ID,
        _ act: OperatorHold,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.hold(id, act, reason: reason, by: proof, at: now) }
    }

    public func giveBack(
        _ id: Product.ID,
        version: Int64?,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.giveBack(id, version: version, reason: reason, by: proof, at: now) }
    }

    public func relatedSellers(
        of vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> [RelatedSeller] {
        try await readLong("related sellers") { try $0.reports.relatedSellers(of: vendor) }
    }

    public func approve(
        _ id: Product.ID,
        version: Int64?,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.approve(id, version: version, by: proof, at: now) }
    }

    public func waitingCount(for _: OperatorProof) async throws(MarketError) -> Int {
        try await readStatement { try $0.reports.waitingCount() }
    }

    public func blockedContacts(
        of own: SellerProduct,
        for _: OperatorProof
    ) async throws(MarketError) -> [ContactKey] {
        try await read { try $0.reports.blockedContacts(of: own.product.listing, contact: own.contact) }
    }

    public func blockedContacts(
        after last: ContactKey?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [BlockedContact] {
        try await readStatement { try $0.reports.blockedContacts(after: last, limit: limit) }
    }

    public func contacts(
        _ keys: [ContactKey],
        ofOthersThan vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> Set<ContactKey> {
        try await readStatement { try $0.reports.contacts(keys, ofOthersThan: vendor) }
    }

    public func setBlocked(
        _ isBlocked: Bool,
        contacts keys: [ContactKey],
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.setBlocked(isBlocked, contacts: keys, reason: reason, by: proof, at: now) }
    }

    public func setLocked(
        _ isLocked: Bool,
        product id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool? {
        try await moderate { try $0.setLocked(isLocked, product: id, reason: reason, by: proof, at: now) }
    }

    public func setBlocked(
        _ isBlocked: Bool,
        until end: Timestamp?,
        vendor id: Vendor.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor? {
        try await write { database in
            let outcome = try database.reports.setBlocked(
                isBlocked,
                until: end,
                vendor: id,
                reason: reason,
                by: proof,
                at: now
            )
            if outcome?.isChanged == true { try database.raiseRevision() }
            return outcome?.vendor
        }
    }

    public func advanceBlocks(limit: Int, at now: Timestamp) async throws(MarketError) -> Int {
        try await write { database in
            let count = try database.reports.advanceBlocks(limit: limit, at: now)
            if count > 0 { try database.raiseRevision() }
            return count
        }
    }

    public func moderationLog(
        before last: Int64?,
        about subject: Report.Subject?,
        limit: Int,
        at now: Timestamp,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModerationEntry] {
        try await readLong("log") {
            try $0.reports.log(before: last, about: subject, limit: limit, at: now, for: proof)
        }
    }

    public func undo(
        _ entry: Int64,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.undo(entry, reason: reason, by: proof, at: now) }
    }

    /// Runs a write that says whether it has changed anything, or nil if what it is about is gone.
    private func moderate(
        _ write: @escaping @Sendable (ReportRecords<DatabaseReports>) throws -> Bool?
    ) async throws(MarketError) -> Bool? {
        try await self.write { database in
            let isChanged = try write(database.reports)
            if isChanged == true { try database.raiseRevision() }
            return isChanged
        }
    }

    /// Runs a write that says whether it has changed what people see.
    private func moderate(
        _ write: @escaping @Sendable (ReportRecords<DatabaseReports>) throws -> Bool
    ) async throws(MarketError) -> Bool {
        try await self.write { database in
            let isChanged = try write(database.reports)
            if isChanged { try database.raiseRevision() }
            return isChanged
        }
    }
}
