package import MarketModels

// Listings that wait for approval, and what their sellers have changed of those that others have seen.

extension ReportRecords {
    /// Hides a listing until it is approved.
    package func hideUntilApproval(_ product: Product, at now: Timestamp) throws {
        try setHold(.waiting, of: product, reason: nil, at: now)
    }

    /// Hides a listing whose seller has changed what operators approve until it is approved again. What operators themselves hide
    /// stays as it is: they look at it before they show it again.
    ///
    /// - Parameter changes: what ``changes(by:of:images:)`` has returned. What others have seen last is kept while it waits.
    /// - Returns: whether this has changed anything.
    package func hideUntilApproval(
        edited product: Product,
        _ changes: [ListingChange],
        at now: Timestamp
    ) throws -> Bool {
        let held = try storedHold(of: product.id)
        switch held?.hold.kind {
        case .hidden, .changeAsked, .removed, .waiting: return false
        case nil, .reports, .contact, .blocked: break
        }
        try hideUntilApproval(product, at: now)
        if try held?.hold.hasWaited != true || wasShown(product.id) { try keep(changes, of: product.id) }
        try note(.changeWaits, of: product, at: now)
        return true
    }

    /// Keeps what another edit changes of a listing that waits again, also where new listings don't wait any more. Nobody has seen a
    /// new one before.
    package func noteChanges(_ changes: [ListingChange], ofWaiting product: Product) throws {
        guard !changes.isEmpty, try storedHold(of: product.id)?.hold.kind == .waiting, try wasShown(product.id)
        else { return }
        try keep(changes, of: product.id)
    }

    /// Returns whether others have seen a listing that has waited: its seller has changed what they have seen, or its approval was
    /// undone.
    private func wasShown(_ id: Product.ID) throws -> Bool {
        if try !changes(of: id).isEmpty { return true }
        return try connection.exists(
            "SELECT id FROM moderation_log WHERE product_id = $1 AND action = 'approved' LIMIT 1",
            [.integer(id.rawValue)]
        )
    }

    /// Keeps what others have seen of a listing until its hold ends. What is kept already stays.
    private func keep(_ changes: [ListingChange], of id: Product.ID) throws {
        for change in changes {
            try connection.execute(
                """
                INSERT INTO listing_change (product_id, field, text_before) VALUES ($1, $2, $3)
                ON CONFLICT (product_id, field) DO NOTHING
                """,
                [.integer(id.rawValue), .text(change.field.rawValue), .init(change.before)]
            )
        }
    }

    /// Returns what was kept, in the order of the form.
    func changes(of id: Product.ID) throws -> [ListingChange] {
        let stored = try connection.all(
            "SELECT field, text_before FROM listing_change WHERE product_id = $1",
            [.integer(id.rawValue)]
        ) { row in
            guard let field = ListingField(rawValue: try row.text(0)) else { throw row.wrongType(0) }
            return ListingChange(field, before: try row.optionalText(1))
        }
        return ListingField.allCases.compactMap { field in stored.first { $0.field == field } }
    }

    /// Returns what was kept without what another edit has taken back.
    func changesThatLast(of id: Product.ID) throws -> [ListingChange] {
        let kept = try changes(of: id)
        guard !kept.isEmpty, let product = try connection.product(id) else { return [] }
        return try kept.filter { change in
            switch change.field {
            case .images: true
            case .contact: try contact(of: id) != change.before
            default: product.listing.text(of: change.field) != change.before
            }
        }
    }

    func contact(of id: Product.ID) throws -> String? {
        try connection.first("SELECT contact FROM product_detail WHERE product_id = $1", [.integer(id.rawValue)]) {
            try $0.optionalText(0)
        } ?? nil
    }

    /// - Returns: whether the listing has waited, and its seller isn't blocked.
    /// - Throws: ``OperatorProblem/listingChanged`` if it has another version, ``OperatorProblem/contactBlocked`` if it names a
    ///   contact that is blocked, and ``OperatorProblem/reportsAreOpen`` if reports held it before it waited, and some are open:
    ///   whoever sent them reads why it is shown.
    func approve(
        _ id: Product.ID,
        version: Int64?,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        guard let product = try connection.lockedProduct(id), !product.vendor.isBlocked,
            let held = try storedHold(of: id), held.hold.kind == .waiting
        else { return false }
        try product.mustHave(version)
        try mustNameNoBlockedContact(product)
        if try held.reportsEnd != nil && hasOpenReports(id) { throw MarketError.operators(.reportsAreOpen) }
        try endHold(held, of: product, at: now)
        try note(.approved, of: product, by: proof, at: now)
        return true
    }

    /// Returns whether a listing is held that has never been approved.
    func hasWaited(_ id: Product.ID) throws -> Bool { try storedHold(of: id)?.hold.hasWaited ?? false }

    /// Takes back what was decided about a listing that has waited. That of a blocked seller waits again when the block has ended.
    ///
    /// - Returns: whether there is such a listing.
    func hideUntilApproval(
        _ id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        guard let product = try connection.lockedProduct(id) else { return false }
        try hideUntilApproval(product, at: now)
        if product.vendor.isBlocked {
            try setHold(.blocked, of: product, reason: try blockReason(of: product.vendor.id), at: now)
        }
        try note(.waitsAgain, of: product, reason: reason, by: proof, at: now)
        return true
    }

    // MARK: Changes

    /// Returns what an edit changes of what operators look at (``ListingField/needsApproval``). Call it before the edit is stored.
    ///
    /// - Parameter images: those that the product has afterwards.
    package func changes(by edit: ProductEdit, of before: Product, images: [ProductImage]) throws -> [ListingChange] {
        try ListingField.allCases.filter(\.needsApproval).compactMap { field in
            switch field {
            case .images:
                let isSame = Set(images.map(\.name)) == Set(before.images.map(\.name))
                return isSame ? nil : ListingChange(field, before: nil)
            case .contact:
                guard case .set(let contact) = edit.contact else { return nil }
                let stored = try self.contact(of: before.id)
                return contact == stored ? nil : ListingChange(field, before: stored)
            default:
                let text = before.listing.text(of: field)
                return edit.listing.text(of: field) == text ? nil : ListingChange(field, before: text)
            }
        }
    }
}
