import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// The routes with which programs see and do what operators do on their pages, with a key (API.md, “Operators”).
///
/// What asks for a recent sign-in isn't among them: no key makes a ``RecentOperatorProof``.
struct OperatorController: Sendable {
    /// What a request is answered with.
    private struct Call {
        let request: Request
        let context: MarketRequestContext
        let proof: OperatorProof

        func log(_ message: Logger.Message, _ metadata: Logger.Metadata = [:]) {
            context.logger.changed(message, metadata, by: proof)
        }
    }

    let services: MarketServices
    let bodies: BodyReader

    private var moderate: ModerateListings { services.moderateListings }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.pattern(.operatorReports)) { try await withKey($0, $1, reports) }
        router.get(.pattern(.operatorReport)) { try await withKey($0, $1, report) }
        router.put(.pattern(.operatorDecision)) { try await withKey($0, $1, decide) }
        router.get(.pattern(.operatorProducts)) { try await withKey($0, $1, products) }
        router.put(.pattern(.operatorHold)) { try await withKey($0, $1, hold) }
        router.delete(.pattern(.operatorHold)) { try await withKey($0, $1) { try await perform(.giveBack, $0) } }
        router.put(.pattern(.operatorApproval)) { try await withKey($0, $1, approve) }
        router.put(.pattern(.operatorLock)) { try await withKey($0, $1) { try await perform(.lock, $0) } }
        router.delete(.pattern(.operatorLock)) { try await withKey($0, $1) { try await perform(.unlock, $0) } }
        router.get(.pattern(.operatorContacts)) { try await withKey($0, $1, contacts) }
        router.put(.pattern(.operatorContacts)) { try await withKey($0, $1) { try await setContactBlocked(true, $0) } }
        router.delete(.pattern(.operatorContacts)) {
            try await withKey($0, $1) { try await setContactBlocked(false, $0) }
        }
        router.put(.pattern(.operatorBlock)) { try await withKey($0, $1) { try await setBlocked(true, $0) } }
        router.delete(.pattern(.operatorBlock)) { try await withKey($0, $1) { try await setBlocked(false, $0) } }
        router.get(.pattern(.operatorLog)) { try await withKey($0, $1, log) }
    }

    /// Calls `body` with the proof of the request's key, which is checked before anything else is read.
    private func withKey(
        _ request: Request,
        _ context: MarketRequestContext,
        _ body: (Call) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken, token.isRandomToken,
            let proof = try await services.operatorAuthenticator.key(token, from: context.clientAddress)
        else { throw RequestError.invalidKey }
        do {
            return try await body(Call(request: request, context: context, proof: proof))
        } catch MarketError.invalidReport {
            // The only text that is checked as those of reports are.
            throw RequestError.unusableField(name: "reason")
        }
    }

    // MARK: Reports

    private func reports(_ call: Call) async throws -> Response {
        let fields = call.request.queryFields
        let reports = try await moderate.reports(
            isOpen: fields["open"].map { ["1", "true", "yes"].contains($0.lowercased()) } ?? false,
            after: ListParameters.number(fields, "after").map { Report.ID(rawValue: Int64($0)) },
            for: call.proof
        )
        let isLast = reports.count < ModerateListings.pageSize
        return list("reports", reports, next: isLast ? nil : reports.last?.report.id.rawValue) { json, shown in
            json.object(shown)
        }
    }

    private func report(_ call: Call) async throws -> Response {
        guard let shown = try await moderate.report(call.context.reportID(), for: call.proof) else {
            throw RequestError.unknownPath
        }
        return response { $0.object(shown) }
    }

    private func decide(_ call: Call) async throws -> Response {
        let id = try call.context.reportID()
        let fields = try await bodies.moderation(of: call.request, from: call.context.clientAddress)
        guard let kind = fields.decision else { throw RequestError.unusableField(name: "decision") }
        let outcome = try await moderate.decide(
            id,
            kind,
            reason: fields.reason,
            hides: fields.hides,
            decidesAll: fields.decidesReports,
            by: call.proof
        )
        guard let outcome else { throw RequestError.unknownPath }
        guard outcome.isDecidedNow else { throw MarketError.operators(.alreadyDecided) }
        call.log("report \(kind.rawValue)", ["report": "\(id.rawValue)"])
        return try await report(call)
    }

    // MARK: Listings

    private func products(_ call: Call) async throws -> Response {
        let fields = call.request.queryFields
        if let text = fields["q"], !text.isEmpty {
            let found = try await moderate.search(text, from: call.context.clientAddress, for: call.proof)
            return list("products", found, next: nil) { $0.object($1) }
        }
        let scope: ModerationScope
        switch fields["state"] {
        case nil, "", "all": scope = .all
        case "held": scope = .held
        case "changed": scope = .changed
        case "waiting": scope = .waiting
        default: throw RequestError.unusableParameter(name: "state")
        }
        let after = ListParameters.number(fields, "after").map { Product.ID(rawValue: Int64($0)) }
        let products = try await moderate.listings(scope, after: after, for: call.proof)
        let isLast = products.count < ModerateListings.pageSize
        return list("products", products, next: isLast ? nil : products.last?.product.id.rawValue) { $0.object($1) }
    }

    private func hold(_ call: Call) async throws -> Response {
        let id = try call.context.productID()
        let fields = try await bodies.moderation(of: call.request, from: call.context.clientAddress)
        guard let kind = fields.kind, let act = ListingAct.allCases.first(where: { $0.hold?.kind.rawValue == kind })
        else { throw RequestError.unusableField(name: "kind") }
        return try await perform(act, on: id, fields, call)
    }

    /// Whoever refuses a listing hides it, with a reason.
    private func approve(_ call: Call) async throws -> Response {
        try await perform(.approve, on: call.context.productID(), nil, call)
    }

    private func perform(_ act: ListingAct, _ call: Call) async throws -> Response {
        let id = try call.context.productID()
        let fields = try await bodies.moderation(of: call.request, from: call.context.clientAddress)
        return try await perform(act, on: id, fields, call)
    }

    private func perform(
        _ act: ListingAct,
        on id: Product.ID,
        _ fields: ModerationFields?,
        _ call: Call
    ) async throws -> Response {
        try await moderate.perform(
            act,
            on: id,
            version: act.showsListing ? try await expectedVersion(of: id, call) : nil,
            reason: fields?.reason ?? "",
            decidesReports: fields?.decidesReports ?? false,
            by: call.proof
        )
        call.context.logger.performed(act, on: id, by: call.proof)
        return Self.nothing
    }

    /// Returns the version of a listing that the program has looked at: the one that is there, if `If-Match` has it in quotes.
    ///
    /// - Returns: nil if whatever is there is meant.
    /// - Throws: an error if there is no such listing, or it has another version.
    private func expectedVersion(of id: Product.ID, _ call: Call) async throws -> Int64? {
        let version = try await moderate.listing(id, for: call.proof).product.version
        guard let tags = call.request.headers[.ifMatch], tags.trimmingSpaces != "*" else { return nil }
        guard EntityTag.isMatched("\"\(version)\"", by: tags) else { throw MarketError.operators(.listingChanged) }
        return version
    }

    // MARK: Sellers

    private func setBlocked(_ isBlocked: Bool, _ call: Call) async throws -> Response {
        let id = try call.context.vendorID()
        let fields = try await bodies.moderation(of: call.request, from: call.context.clientAddress)
        guard
            try await moderate.setBlocked(
                isBlocked,
                days: fields.days,
                vendor: id,
                reason: fields.reason,
                decidesReports: fields.decidesReports,
                by: call.proof
            ) != nil
        else { throw MarketError.unknownVendor }
        call.log(isBlocked ? "vendor blocked" : "vendor unblocked", ["vendor": "\(id.rawValue)"])
        return Self.nothing
    }

    // MARK: Contacts

    private func contacts(_ call: Call) async throws -> Response {
        let after = call.request.queryFields["after"].map { ContactKey(rawValue: $0) }
        let contacts = try await moderate.blockedContacts(after: after, for: call.proof)
        let isLast = contacts.count < ModerateListings.pageSize
        return list("contacts", contacts, nextKey: isLast ? nil : contacts.last?.key.rawValue) { $0.object($1) }
    }

    private func setContactBlocked(_ isBlocked: Bool, _ call: Call) async throws -> Response {
        let fields = try await bodies.moderation(of: call.request, from: call.context.clientAddress)
        guard let contact = fields.contact,
            ListingRules.contactLength.contains(contact.unicodeScalars.count)
        else { throw RequestError.unusableField(name: "contact") }
        let keys = isBlocked ? ContactKey.blockable(of: contact) : ContactKey.keys(of: contact)
        guard !keys.isEmpty || !isBlocked else { throw RequestError.unusableField(name: "contact") }
        let isChanged = try await moderate.setBlocked(isBlocked, keys, reason: fields.reason, by: call.proof)
        guard isChanged || isBlocked else { throw MarketError.operators(.contactNotBlocked) }
        call.log(isBlocked ? "contact blocked" : "contact unblocked")
        return Self.nothing
    }

    // MARK: Log

    private func log(_ call: Call) async throws -> Response {
        let before = ListParameters.number(call.request.queryFields, "before").map { Int64($0) }
        let entries = try await moderate.log(before: before, for: call.proof)
        let isLast = entries.count < ModerateListings.pageSize
        return list("entries", entries, next: isLast ? nil : entries.last?.id) { $0.object($1) }
    }

    // MARK: Parts

    private static var nothing: Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    private func response(_ write: (inout JSONWriter) -> Void) -> Response {
        var json = JSONWriter(capacity: 1024)
        write(&json)
        return .json(json.bytes, status: .ok)
    }

    /// - Parameter next: what the request for the next page asks for; nil for the last page.
    private func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        next: Int64?,
        _ write: (inout JSONWriter, Element) -> Void
    ) -> Response {
        list(name, elements, write) { json in if let next { json.member("next", next) } }
    }

    private func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        nextKey next: String?,
        _ write: (inout JSONWriter, Element) -> Void
    ) -> Response {
        list(name, elements, write) { json in if let next { json.member("next", next) } }
    }

    private func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void,
        endingWith end: (inout JSONWriter) -> Void
    ) -> Response {
        response { json in
            json.beginObject()
            json.key(name)
            json.beginArray()
            for element in elements { write(&json, element) }
            json.endArray()
            end(&json)
            json.endObject()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func object(_ shown: ModerateListings.ShownReport) {
        let report = shown.report
        beginObject()
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
        endObject()
    }

    fileprivate mutating func object(_ listing: ModeratedListing) {
        let product = listing.product
        beginObject()
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
            beginObject()
            member("reason", lock.reason)
            member("since", timestamp: lock.createdAt)
            endObject()
        }
        endObject()
    }

    fileprivate mutating func object(_ contact: BlockedContact) {
        beginObject()
        member("contact", contact.key.text)
        member("reason", contact.reason)
        if let name = contact.operatorName { member("operator", name) }
        member("at", timestamp: contact.createdAt)
        endObject()
    }

    fileprivate mutating func object(_ entry: ModerationEntry) {
        beginObject()
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
        endObject()
    }

    private mutating func member(_ name: StaticString, _ hold: ListingHold) {
        key(name)
        beginObject()
        member("kind", hold.kind.rawValue)
        if let reason = hold.reason { member("reason", reason) }
        member("since", timestamp: hold.createdAt)
        if let end = hold.endsAt { member("ends_at", timestamp: end) }
        if let answer = hold.answer { member("answer", answer) }
        if !hold.changes.isEmpty {
            key("changes")
            beginArray()
            for change in hold.changes {
                beginObject()
                member("field", change.field.rawValue)
                if let before = change.before { member("before", before) }
                endObject()
            }
            endArray()
        }
        endObject()
    }
}
