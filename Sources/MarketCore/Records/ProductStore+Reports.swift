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
        try await writeRecords { connection in
            guard let product = try connection.lockedProduct(proof.product) else { return false }
            let count = try connection.execute(
                """
                UPDATE listing_hold SET answer = $1
                WHERE product_id = $2 AND answer IS NULL AND kind <> 'waiting'
                """,
                [.text(text), .integer(proof.product.rawValue)]
            )
            guard count > 0 else { return false }
            try connection.reports.note(.answered, of: product, reason: text, at: now)
            return true
        }
    }

    /// Returns why a vendor was blocked last.
    public func reasonOfBlock(for proof: VendorProof) async throws(MarketError) -> String {
        try await readRecords { try $0.reports.blockReason(of: proof.vendor) }
    }

    /// Returns why an operator has given a vendor another name after a time; nil if none has. Commands needn't say why.
    public func reasonOfNewName(for proof: VendorProof, after begin: Timestamp) async throws(MarketError) -> String? {
        try await readRecords { connection in
            try connection.first(
                """
                SELECT reason FROM moderation_log WHERE vendor_id = $1 AND action = 'renamed' AND created_at > $2
                ORDER BY id DESC LIMIT 1
                """,
                [.integer(proof.vendor.rawValue), .integer(begin.millisecondsSinceEpoch)]
            ) { try $0.text(0) }
        }
    }

    /// Removes who has reported from reports, and then the reports, when they have been kept long enough (``ReportRules``). With
    /// reports go what sellers have answered and browsers that hold no right for a listing.
    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await writeRecords { connection in
            let networkEnd = MoveValue.integer(now.adding(days: -ReportRules.daysOfNetwork).millisecondsSinceEpoch)
            for statement in [
                "UPDATE report SET network = NULL WHERE network IS NOT NULL AND created_at <= $1",
                "DELETE FROM listing_network WHERE created_at <= $1",
            ] {
                try connection.execute(statement, [networkEnd])
            }
            let yearAgo = MoveValue.integer(now.adding(days: -ReportRules.daysOfReport).millisecondsSinceEpoch)
            for statement in [
                "DELETE FROM report WHERE created_at <= $1",
                """
                UPDATE listing_hold SET answer = NULL WHERE answer IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM moderation_log AS l
                    WHERE l.product_id = listing_hold.product_id AND l.action = 'answered' AND l.created_at > $1)
                """,
                "UPDATE moderation_log SET reason = '' WHERE action = 'answered' AND reason <> '' AND created_at <= $1",
                """
                DELETE FROM seller_browser WHERE created_at <= $1
                    AND NOT EXISTS (SELECT 1 FROM listing_right WHERE browser = seller_browser.owner)
                """,
            ] {
                try connection.execute(statement, [yearAgo])
            }
        }
    }
}
