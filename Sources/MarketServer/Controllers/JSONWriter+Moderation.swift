import MarketAPI
import MarketCore
import MarketModels

/// What programs of operators read.
extension JSONWriter {
    mutating func members(_ shown: ModerateListings.ShownReport) {
        let report = shown.report
        member("id", report.id.rawValue)
        if case .product(let id) = report.subject { member("product", id.rawValue) }
        member("vendor", report.vendor.rawValue)
        if let product = shown.own?.product { member("product_name", product.listing.name) }
        if let vendor = shown.vendor { member("vendor_name", vendor.name) }
        member("reason", report.content.reason.rawValue)
        member("text", report.content.text)
        if let name = report.content.name { member("name", name) }
        if let mail = report.content.mail { member("mail", mail) }
        member("reported_at", timestamp: report.createdAt)
        member("state", report.decision?.kind.rawValue ?? "open")
        if let decision = report.decision {
            member("decided_at", timestamp: decision.decidedAt)
            member("decision", decision.reason)
        }
        if let hold = shown.own?.hold { member("hold", hold) }
    }

    mutating func members(_ listing: ModeratedListing) {
        let product = listing.product
        member("id", product.id.rawValue)
        member("name", product.listing.name)
        member("vendor", product.vendor.id.rawValue)
        member("vendor_name", product.vendor.name)
        member("state", product.state.kind.rawValue)
        member("version", product.version)
        member("listed_at", timestamp: product.registeredAt)
        member("open_reports", Int64(listing.openReportCount))
        member("is_changed", listing.isChangedAsAsked)
        if let hold = listing.hold { member("hold", hold) }
        if let lock = listing.lock {
            key("lock")
            object { json in
                json.member("reason", lock.reason)
                json.member("since", timestamp: lock.createdAt)
            }
        }
    }

    mutating func members(_ contact: BlockedContact) {
        member("contact", contact.key.text)
        member("reason", contact.reason)
        if let name = contact.operatorName { member("operator", name) }
        member("at", timestamp: contact.createdAt)
    }

    mutating func members(_ entry: ModerationEntry) {
        member("id", entry.id)
        member("action", entry.action.rawValue)
        if let name = entry.operatorName { member("operator", name) }
        if let key = entry.keyName { member("key", key) }
        if let report = entry.report { member("report", report.rawValue) }
        if let product = entry.product { member("product", product.rawValue) }
        if let vendor = entry.vendor { member("vendor", vendor.rawValue) }
        if let setting = entry.setting { member("setting", setting) }
        member("reason", entry.reason)
        member("at", timestamp: entry.createdAt)
    }

    private mutating func member(_ name: StaticString, _ hold: ListingHold) {
        key(name)
        object { json in
            json.member("kind", hold.kind.rawValue)
            if let reason = hold.reason { json.member("reason", reason) }
            json.member("since", timestamp: hold.createdAt)
            if let end = hold.endsAt { json.member("ends_at", timestamp: end) }
            if let answer = hold.answer { json.member("answer", answer) }
            guard !hold.changes.isEmpty else { return }
            json.member("changes", objects: hold.changes) { json, change in
                json.member("field", change.field.rawValue)
                if let before = change.before { json.member("before", before) }
            }
        }
    }
}
