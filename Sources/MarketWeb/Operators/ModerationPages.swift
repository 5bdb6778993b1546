import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages on which operators see listings, sellers and the log, and do something about them (UX.md, “Operators”).
struct ModerationPages: Sendable {
    private typealias Call = OperatorPages.Call

    let site: PageResponder
    let operators: OperatorPages

    var moderate: ModerateListings { site.services.moderateListings }
    var store: any ProductStore { site.services.store }

    func addRoutes(to router: PageRouter) {
        operators.add(.operatorListings, to: router, show: showListings, change: hideOrGiveBack)
        operators.get(.operatorListing, on: router) { try await show($0.request.context.productID(), $0) }
        operators.add(.operatorErase, to: router, show: askToErase, change: erase)
        operators.add(
            .operatorSeller,
            to: router,
            show: { try await show($0.request.context.vendorID(), $0) },
            change: changeSeller
        )
        operators.add(.operatorLog, to: router, show: showLog, change: undo)
    }

    // MARK: Listings

    @Sendable private func erase(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.request.context.productID()
        let proof = try operators.recentOperator(call)
        guard form["erase"] == String(id.rawValue) else { throw OperatorNotice.text(.notConfirmed) }
        let reason = form["reason"] ?? ""
        let product = try await site.services.deleteProduct.erase(id, reason: reason, by: proof)
        if form["reports"] != nil {
            try await moderate.decideReports(about: .product(id), .upheld, reason: reason, by: call.proof)
        }
        call.request.context.logger.erased(product, by: call.proof)
        let leavesImages = await site.services.deleteProduct.leavesImages(of: product)
        let erasure: OperatorPage.Erasure = leavesImages ? .listing : .listingAndImages
        return call.request.redirect(to: "\(OperatorAddress.log)?erased=\(erasure.rawValue)")
    }

    /// Hides, removes or locks listings, or takes that back, one after the other. Of several, what is gone meanwhile is left out,
    /// what somebody else has decided about meanwhile stays so, and what its seller has changed meanwhile isn't shown to others, nor
    /// what the form names without a version.
    @Sendable private func hideOrGiveBack(_ call: Call, _ form: WebForm) async throws -> Response {
        let chosen = form.all("products").compactMap { ChosenListing($0) }
        let act = form["do"].flatMap { ListingAct(rawValue: $0) }
        guard act != nil || form["do"] == "block-contact" else { throw OperatorNotice.text(.unknownAction) }
        guard !chosen.isEmpty else { throw OperatorNotice.text(.nothingChosen) }
        var (incomplete, goneCount): (OperatorNotice?, Int) = (nil, 0)
        var changed: [String] = []
        for listing in chosen {
            do {
                let notice =
                    if let act { try await perform(act, on: listing, form, call) } else {
                        try await blockContacts(of: listing.id, form, call)
                    }
                if let notice { incomplete = notice }
            } catch MarketError.operators(.listingChanged) {
                changed.append(try await moderate.listing(listing.id, for: call.proof).product.listing.name)
            } catch let error as MarketError {
                guard error.isAbsence else { throw error }
                goneCount += 1
            }
        }
        if goneCount == chosen.count { incomplete = .text(.noListing) }
        if !changed.isEmpty { incomplete = .changedSince(changed) }
        if let incomplete { throw incomplete }
        return call.done(call.request.operatorPath(form["back"]) ?? OperatorAddress.listings)
    }

    /// - Returns: why the listing isn't as it should be, if it isn't. What is so already, as after a second tap, is done.
    /// - Throws: an error if there is no such listing, or it has changed since the page was made: its seller has edited what would
    ///   be shown, or somebody else has decided about it.
    private func perform(
        _ act: ListingAct,
        on listing: ChosenListing,
        _ form: WebForm,
        _ call: Call
    ) async throws -> OperatorNotice? {
        if act.showsListing, listing.version == nil { return .text(.versionMissing) }
        do throws(MarketError) {
            try await moderate.perform(
                act,
                on: listing.id,
                version: listing.version,
                decision: listing.decision,
                reason: form["reason"] ?? "",
                // Reports stay open while a change is asked for.
                decidesReports: act != .ask && form["reports"] != nil,
                by: call.proof
            )
        } catch {
            guard case .operators(let problem) = error else { throw error }
            switch problem {
            case .listingChanged: throw error
            case .notLocked: return nil
            case .notApproved: return .text(.notApproved)
            case .notGivenBack:
                let own = try await moderate.listing(listing.id, for: call.proof)
                return own.hold == nil && !own.product.vendor.isBlocked ? nil : .text(.notGivenBack)
            // The others that were chosen change nevertheless.
            default: return .refused(problem)
            }
        }
        call.request.context.logger.performed(act, on: listing.id, by: call.proof)
        return nil
    }

    /// Blocks those of the chosen contacts that the listing has.
    private func blockContacts(of id: Product.ID, _ form: WebForm, _ call: Call) async throws -> OperatorNotice? {
        let keys = form.all("contacts").map { ContactKey(rawValue: $0) }
        let own = try await moderate.listing(id, for: call.proof)
        guard !keys.isEmpty else { return .text(.noContactChosen) }
        let blockable = try await moderate.blockableContacts(of: own, for: call.proof).map(\.key)
        guard
            try await moderate.setBlocked(
                true,
                blockable.filter(keys.contains),
                reason: form["reason"] ?? "",
                by: call.proof
            )
        else { return .text(.contactNotBlocked) }
        call.log("contact blocked", ["product": "\(id.rawValue)"])
        return nil
    }

    /// Shows listings, or again the page from which some were to be hidden or shown.
    @Sendable private func showListings(_ call: Call) async throws -> Response {
        guard let form = call.form else { return try await showListings(call, call.request.queryFields) }
        let back = form["back"] ?? ""
        func number(behind path: String) -> Int64? { back.hasPrefix(path) ? Int64(back.dropFirst(path.count)) : nil }
        if let id = number(behind: "\(OperatorAddress.listings)/") {
            return try await show(Product.ID(rawValue: id), call)
        }
        if let id = number(behind: "\(OperatorAddress.home)/sellers/") {
            return try await show(Vendor.ID(rawValue: id), call)
        }
        let query = back.firstIndex(of: "?").map { String(back[back.index(after: $0)...]) }
        return try await showListings(call, URLEncodedFields(query ?? ""))
    }

    // MARK: Sellers

    @Sendable private func changeSeller(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.request.context.vendorID()
        if form["do"] == "rename" {
            let reason = form["reason"] ?? ""
            let vendor = try await moderate.rename(id, to: form["name"] ?? "", reason: reason, by: call.proof)
            guard vendor != nil else { throw MarketError.unknownVendor }
            call.log("vendor renamed", ["vendor": "\(id.rawValue)"])
            return call.request.redirect(to: OperatorAddress.seller(id) + "?saved=1")
        }
        let isBlocked = form["do"] == "block"
        guard isBlocked || form["do"] == "unblock" else { throw OperatorNotice.text(.unknownAction) }
        let days = form["days"].flatMap { $0.isEmpty ? nil : $0 }
        let count = days.flatMap { Int($0) }
        guard days == nil || count != nil else { throw MarketError.operators(.unusableDays) }
        do throws(MarketError) {
            let vendor = try await moderate.setBlocked(
                isBlocked,
                days: count,
                vendor: id,
                // Whoever doesn't say what they have seen has seen no block.
                over: form["seen"].flatMap { Int($0) } ?? 0,
                reason: form["reason"] ?? "",
                decidesReports: form["reports"] != nil,
                by: call.proof
            )
            guard vendor != nil else { throw .unknownVendor }
        } catch {
            guard case .operators(.listingChanged) = error else { throw error }
            throw OperatorNotice.changedSince([try await store.current(id).name])
        }
        call.log(isBlocked ? "vendor blocked" : "vendor unblocked", ["vendor": "\(id.rawValue)"])
        return call.done(OperatorAddress.seller(id))
    }

    // MARK: The log

    @Sendable private func showLog(_ call: Call) async throws -> Response {
        let entries = try await moderate.log(before: before(call), for: call.proof)
        return try await operators.page(call, "operator-log", titled: call.texts[.log]) { parts in
            [
                "path": OperatorAddress.log,
                "entries": parts.entries(entries),
                "hasEntries": !entries.isEmpty,
                "moreAddress": entries.lastOfFullPage().map { "\(OperatorAddress.log)?before=\($0.id)" },
            ]
        }
    }

    /// The entry after which the page of the log begins.
    func before(_ call: OperatorPages.Call) -> Int64? {
        ListParameters.number(call.request.queryFields, "before").map { Int64($0) }
    }

    @Sendable private func undo(_ call: Call, _ form: WebForm) async throws -> Response {
        let entry = form["entry"].flatMap { Int64($0) } ?? 0
        try await moderate.undo(entry, reason: form["reason"] ?? "", by: call.proof)
        call.log("undone", ["entry": "\(entry)"])
        return call.done(call.request.operatorPath(form["back"]) ?? OperatorAddress.log)
    }
}
