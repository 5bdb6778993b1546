public import MarketModels

/// The use case of reporting a listing or a seller, and of seeing what became of it.
public struct ReportListings: Sendable {
    let store: any ProductStore
    let signer: TicketSigner
    let clock: any WallClock
    let budget: ClientBudget

    /// Returns the name of what is reported, for the form.
    ///
    /// - Throws: an error if it isn't there, or if only its seller may see it.
    public func name(of subject: Report.Subject) async throws(MarketError) -> String {
        switch subject {
        case .product(let id): try await ShowProduct(store: store)(id).product.listing.name
        case .vendor(let id): try await vendor(id).name
        }
    }

    /// Checks and stores a report. An equal one from the same client, about what hasn't been edited since, is the same report,
    /// so that one that is sent twice counts once. Others of its network get receipts of their own, so that no neighbor learns
    /// who has reported.
    ///
    /// - Returns: the receipt, 32 hexadecimal digits, with which the reporter sees what became of it. Only a hash of it is
    ///   stored.
    public func callAsFunction(
        _ draft: ReportDraft,
        about subject: Report.Subject,
        from client: ClientAddress
    ) async throws(MarketError) -> (receipt: String, outcome: ReportOutcome) {
        let content: CheckedReport
        do throws(ReportProblems) {
            content = try draft.checked()
        } catch {
            throw .invalidReport(error)
        }
        var mayHold = false
        var editedAt: Int64 = 0
        var about: String
        switch subject {
        case .product(let id):
            let (product, _) = try await ShowProduct(store: store)(id)
            // Sellers with an old app couldn't see why, and couldn't answer.
            mayHold = try await !isOfOldApp(product.vendor.id)
            editedAt = product.updatedAt.millisecondsSinceEpoch
            about = "product \(id.rawValue)"
        case .vendor(let id): about = "vendor \(try await vendor(id).id.rawValue)"
        }
        about += "\0\(editedAt)\0\(client)\0\(content.reason.rawValue)\0\(content.text)\0\(content.name ?? "")"
        let receipt = signer.keyedHash(of: "report receipt\0\(about)\0\(content.mail ?? "")")
        let report = NewReport(
            subject: subject,
            content: content,
            receipt: ReceiptHash(rawValue: RightHash(of: receipt).rawValue),
            // Wide, so that whoever has many addresses of a network is one reporter where reports hold a listing.
            network: (client.isIPv6 ? NewReport.prefixOfIPv6 : "")
                + signer.keyedHash(of: "report network\0\(client.networks[0])"),
            mayHold: mayHold,
            createdAt: clock.now
        )
        let outcome = try await store(report, from: client)
        return (receipt, outcome)
    }

    /// Stores a report. One that is stored already costs nothing.
    private func store(_ report: NewReport, from client: ClientAddress) async throws(MarketError) -> ReportOutcome {
        switch try await budget.take(for: client) {
        case .refused(let seconds): throw .tooManyRequests(retryAfterSeconds: seconds)
        case .taken(let receipt):
            var outcome: ReportOutcome?
            do throws(MarketError) {
                outcome = try await store.addReport(report)
            } catch {
                try? await budget.giveBack(receipt)
                throw error
            }
            if outcome?.isNew != true { try? await budget.giveBack(receipt) }
            guard let outcome else { throw .deletedProduct }
            return outcome
        }
    }

    /// Returns the report of a receipt, or nil if there is none.
    public func report(withReceipt receipt: String) async throws(MarketError) -> Report? {
        guard BrowserKey(receipt) != nil else { return nil }
        let hash = ReceiptHash(rawValue: RightHash(of: receipt).rawValue)
        return try await store.report(withReceipt: hash)
    }

    /// Returns whether a vendor is one that old apps know by its number, or that of guests. In a market without these vendors, others
    /// have their numbers.
    private func isOfOldApp(_ id: Vendor.ID) async throws(MarketError) -> Bool {
        if id == Vendor.guestID { return true }
        guard let known = KnownVendors.all.first(where: { $0.id == id }),
            let identifier = VendorIdentifier(known.identifier)
        else { return false }
        return try await store.vendor(identifiedBy: identifier)?.id == id
    }

    private func vendor(_ id: Vendor.ID) async throws(MarketError) -> Vendor {
        let vendor = try await store.current(id)
        // Nobody sees the page of a blocked seller, nor who is one.
        guard !vendor.isBlocked else { throw .unknownVendor }
        return vendor
    }
}
