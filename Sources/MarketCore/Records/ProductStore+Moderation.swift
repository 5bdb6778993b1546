public import MarketModels

/// What operators do about reports, listings and sellers, which is logged in the same commit.
extension ProductStore {
    /// Decides a report. A dismissal ends a hold by reports once no other report of the listing is open.
    ///
    /// - Parameters:
    ///   - hides: whether the listing is hidden as well, in the same commit.
    ///   - seen: what the operator has seen decided about a listing that is hidden; nil for whatever is.
    /// - Returns: the report, or nil if there is none. One that is decided already keeps its decision.
    /// - Throws: ``OperatorProblem/listingChanged`` if somebody else has decided about the listing since.
    public func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        over seen: DecisionVersion? = nil,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report? {
        try await moderate {
            try $0.decide(id, decision, hides: hides, over: seen, by: proof)
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
        over seen: DecisionVersion? = nil,
        by proof: OperatorProof
    ) async throws(MarketError) -> Report? {
        try await moderate { records in
            guard let report = try records.report(id) else { return nil }
            guard report.decision == nil else { return report }
            let open = try records.openReports(about: report.subject, withListings: false)
            let decided = try records.decide(id, decision, hides: hides, over: seen, by: proof)
            for other in open where other != id { _ = try records.decide(other, decision, hides: false, by: proof) }
            return decided
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
    /// - Parameters:
    ///   - end: when the block ends by itself; nil for one that doesn't.
    ///   - seen: the ``blockVersion(of:for:)`` that the operator has seen; nil for whatever stands.
    /// - Returns: the vendor, or nil if there is none. One that is unblocked already, or blocked until about then for the same reason,
    ///   isn't changed.
    /// - Throws: ``OperatorProblem/listingChanged`` if somebody else has blocked or unblocked the vendor since.
    public func setBlocked(
        _ isBlocked: Bool,
        until end: Timestamp?,
        vendor id: Vendor.ID,
        over seen: Int? = nil,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor? {
        let outcome = try await moderate {
            try $0.setBlocked(isBlocked, until: end, vendor: id, over: seen, reason: reason, by: proof, at: now)
        } isChange: {
            $0?.isChanged == true
        }
        return outcome?.vendor
    }

    /// Hides or gives back the listings of vendors and contacts that were blocked or unblocked, the newest first, in one commit.
    ///
    /// - Returns: the number of listings that were changed, or `limit`. If it is less than `limit`, nothing is left to do.
    public func advanceBlocks(limit: Int, at now: Timestamp) async throws(MarketError) -> Int {
        try await moderate {
            try $0.advanceBlocks(limit: limit, at: now)
        } isChange: {
            $0 > 0
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
