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
            after: fields.id("after"),
            for: call.proof
        )
        return list("reports", reports, { $0.members($1) }, next: { $0.member("next", $1.report.id.rawValue) })
    }

    private func report(_ call: Call) async throws -> Response {
        guard let shown = try await moderate.report(call.context.reportID(), for: call.proof) else {
            throw RequestError.unknownPath
        }
        return .json(JSONWriter.object { $0.members(shown) }, status: .ok)
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
            return list("products", found) { $0.members($1) }
        }
        let scope: ModerationScope
        switch fields["state"] {
        case nil, "", "all": scope = .all
        case "held": scope = .held
        case "changed": scope = .changed
        case "waiting": scope = .waiting
        default: throw RequestError.unusableParameter(name: "state")
        }
        let products = try await moderate.listings(scope, after: fields.id("after"), for: call.proof)
        return list("products", products, { $0.members($1) }, next: { $0.member("next", $1.product.id.rawValue) })
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
        guard EntityTag.isNamed("\"\(version)\"", in: tags) else { throw MarketError.operators(.listingChanged) }
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
        return list("contacts", contacts, { $0.members($1) }, next: { $0.member("next", $1.key.rawValue) })
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
        return list("entries", entries, { $0.members($1) }, next: { $0.member("next", $1.id) })
    }

    // MARK: Parts

    private static var nothing: Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    /// - Parameter next: writes what the request for the next page asks for, unless a page is the last one; nil for a list without
    ///   pages.
    private func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void,
        next: ((inout JSONWriter, Element) -> Void)? = nil
    ) -> Response {
        let json = JSONWriter.object { json in
            json.member(name, objects: elements, write)
            if elements.count == ModerateListings.pageSize, let last = elements.last { next?(&json, last) }
        }
        return .json(json, status: .ok)
    }
}
