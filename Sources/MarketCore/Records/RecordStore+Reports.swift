package import MarketModels

extension RecordStore {
    public func addReport(_ report: NewReport) async throws(MarketError) -> ReportOutcome? {
        try await writeRecords { connection in
            let outcome = try connection.reports.add(report)
            if outcome?.hasHeld == true { try connection.raiseRevision() }
            return outcome
        }
    }

    public func report(withReceipt hash: ReceiptHash) async throws(MarketError) -> Report? {
        try await readRecords { try $0.reports.report(withReceipt: hash) }
    }

    public func openReportCount() async throws(MarketError) -> Int {
        try await readRecords { try $0.reports.openCount() }
    }

    public func answerHold(of proof: SellerProof, _ text: String, at now: Timestamp) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.reports.answer(proof.product, text, at: now) }
    }

    public func reasonOfBlock(for proof: VendorProof) async throws(MarketError) -> String {
        try await readRecords { try $0.reports.blockReason(of: proof.vendor) }
    }

    public func reasonOfNewName(for proof: VendorProof, after begin: Timestamp) async throws(MarketError) -> String? {
        try await readRecords { try $0.reports.reasonOfNewName(of: proof.vendor, after: begin) }
    }

    public func removeOldReports(at now: Timestamp) async throws(MarketError) {
        try await writeRecords { try $0.reports.removeOld(at: now) }
    }
}
