public import MarketModels

/// Reports, and listings that are held because of them.
///
/// While a listing is held, its state is hidden, and only the end of the hold gives it another one. So nothing that reads
/// listings asks about holds.
extension ProductStore {
    /// Stores a report, unless the same receipt is stored already, and holds the listing if enough networks have reported it
    /// (``ReportRules``).
    ///
    /// - Returns: what was done, or nil if the product or the vendor isn't there.
    public func addReport(_ report: NewReport) async throws(MarketError) -> ReportOutcome? {
        try await writeRecords { connection in
            let outcome = try connection.reports.add(report)
            if outcome?.hasHeld == true { try connection.raiseRevision() }
            return outcome
        }
    }

    /// Returns a report, or nil if there is none with this receipt.
    public func report(withReceipt hash: ReceiptHash) async throws(MarketError) -> Report? {
        try await readRecords { try $0.reports.report(withReceipt: hash) }
    }

    /// Returns the number of reports that aren't decided.
    public func openReportCount() async throws(MarketError) -> Int {
        try await readRecords { try $0.reports.openCount() }
    }

    /// Stores what the seller answers to a hold, once.
    ///
    /// - Returns: whether it was stored: the listing is held, and nothing was answered before.
    public func answerHold(of proof: SellerProof, _ text: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.reports.answer(proof.product, text, at: now) }
    }

    /// Returns why a vendor was blocked last.
    public func reasonOfBlock(for proof: VendorProof) async throws(MarketError) -> String {
        try await readRecords { try $0.reports.blockReason(of: proof.vendor) }
    }

    /// Returns why an operator has given a vendor another name after a time; nil if none has. Commands needn't say why.
    public func reasonOfNewName(for proof: VendorProof, after begin: Timestamp) async throws(MarketError) -> String? {
        try await readRecords { try $0.reports.reasonOfNewName(of: proof.vendor, after: begin) }
    }

    /// Removes who has reported from reports, and then the reports, when they have been kept long enough (``ReportRules``). With
    /// reports go what sellers have answered and browsers that hold no right for a listing.
    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await writeRecords { try $0.reports.removeOld(at: now) }
    }
}
