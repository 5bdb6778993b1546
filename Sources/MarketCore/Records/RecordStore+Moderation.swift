package import MarketModels

extension RecordStore {
    public func report(_ id: Report.ID, for _: OperatorProof) async throws(MarketError) -> Report? {
        try await readRecords { try $0.reports.report(id) }
    }

    public func reports(
        isOpen: Bool,
        after last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { try $0.reports.reports(isOpen: isOpen, after: last, limit: limit) }
    }

    public func urgentReports(
        after count: Int,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { try $0.reports.urgentReports(after: count, limit: limit) }
    }

    public func openReportCount(
        about subject: Report.Subject,
        withListings: Bool,
        for _: OperatorProof
    ) async throws(MarketError) -> Int {
        try await readRecords("reports") { try $0.reports.openReportCount(about: subject, withListings: withListings) }
    }

    public func reports(
        about subject: Report.Subject,
        before last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { try $0.reports.reports(about: subject, before: last, limit: limit) }
    }

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

    public func awaited(
        limit: Int,
        for _: OperatorFeedProof
    ) async throws(MarketError) -> [AwaitedDecision] {
        try await readRecords("feed of operators") { try $0.reports.awaited(limit: limit) }
    }

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

    public func products(
        showing images: Set<ImageName>,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Product.ID] {
        try await readRecords { try $0.reports.products(showing: images, limit: limit) }
    }

    public func moderationNumbers(
        at now: Timestamp,
        for _: OperatorProof
    ) async throws(MarketError) -> ModerationNumbers {
        try await readRecords("numbers of the day") { try $0.reports.numbers(at: now) }
    }

    public func perform(
        _ act: ListingAct,
        on id: Product.ID,
        version: Int64?,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await moderate { try $0.perform(act, on: id, version: version, reason: reason, by: proof, at: now) }
    }

    public func relatedSellers(
        of vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> [RelatedSeller] {
        try await readRecords("related sellers") { try $0.reports.relatedSellers(of: vendor) }
    }

    public func waitingCount(for _: OperatorProof) async throws(MarketError) -> Int {
        try await readRecords { try $0.reports.waitingCount() }
    }

    public func blockedContacts(
        of own: SellerProduct,
        for _: OperatorProof
    ) async throws(MarketError) -> [ContactKey] {
        try await readRecords { try $0.reports.blockedContacts(of: own.product.listing, contact: own.contact) }
    }

    public func blockedContacts(
        after last: ContactKey?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [BlockedContact] {
        try await readRecords { try $0.reports.blockedContacts(after: last, limit: limit) }
    }

    public func contacts(
        _ keys: [ContactKey],
        ofOthersThan vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> Set<ContactKey> {
        try await readRecords { try $0.reports.contacts(keys, ofOthersThan: vendor) }
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

    public func advanceBlocks(limit: Int, at now: Timestamp) async throws(MarketError) -> Int {
        try await moderate {
            try $0.advanceBlocks(limit: limit, at: now)
        } isChange: {
            $0 > 0
        }
    }

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
