import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// Listings in every state, one of them, and sellers, as operators see them.
extension ModerationPages {
    // MARK: Lists

    /// What a page with listings shows: the newest, those that wait, those that operators and reports hide, those that a search
    /// finds, or those of a seller.
    private enum List {
        case newest, waiting, held, changed
        case search(String)
        case seller(Vendor.ID)

        /// The address of the page, to which its forms lead back.
        var path: String {
            switch self {
            case .newest: OperatorAddress.listings
            case .waiting: OperatorAddress.waiting
            case .held: "\(OperatorAddress.listings)?hidden=1"
            case .changed: OperatorAddress.changed
            case .search(let text): ListQuery.address(OperatorAddress.listings, [("q", text)])
            case .seller(let id): OperatorAddress.seller(id)
            }
        }
    }

    func showListings(_ call: OperatorPages.Call, _ fields: URLEncodedFields) async throws -> Response {
        let query = fields["q"].flatMap { $0.isEmpty ? nil : $0 }
        let lists: [(field: String, list: List, scope: ModerationScope)] = [
            ("waiting", .waiting, .waiting), ("hidden", .held, .held), ("changed", .changed, .changed),
        ]
        let chosen = lists.first { fields[$0.field] != nil } ?? ("", .newest, .all)
        let list = query.map { List.search($0) } ?? chosen.list
        let listings =
            if let query {
                try await moderate.search(query, from: call.request.client, for: call.proof)
            } else {
                try await moderate.listings(chosen.scope, after: fields.id("after"), for: call.proof)
            }
        return try await operators.page(call, "operator-listings", titled: call.texts[.listings]) { parts in
            let texts = parts.texts
            func tab(_ label: OperatorString, _ other: List) -> Templates.Context {
                ["label": texts[label], "address": other.path, "isCurrent": other.path == list.path]
            }
            let data: [String: Any?] = [
                "isSearchable": true,
                "query": query ?? "",
                "canApprove": list.path == OperatorAddress.waiting,
                "tabs": [
                    tab(.newest, .newest), tab(.waiting, .waiting), tab(.hiddenOnly, .held),
                    tab(.changedAsAsked, .changed),
                ],
            ]
            return Self.data(listings, in: list, sent: call.form, parts).merging(data) { $1 }
        }
    }

    /// The data of the listings, and of the form that does something about several of them.
    ///
    /// - Parameter form: the form if it was sent. It is shown again with what was typed and chosen in it.
    private static func data(
        _ listings: [ModeratedListing],
        in list: List,
        sent form: WebForm?,
        _ parts: OperatorViewData
    ) -> [String: Any?] {
        let isSearch = if case .search = list { true } else { false }
        let chosen = Set((form?.all("products") ?? []).map { String($0.prefix { $0 != "." }) })
        let more = list.path + (list.path.contains("?") ? "&" : "?") + "after="
        return [
            "rows": listings.map { listing -> Templates.Context in
                var row = parts.row(listing)
                row["isChosen"] = chosen.contains(String(listing.product.id.rawValue))
                return row
            },
            "chosenReason": form?["reason"] ?? "",
            "leavesTheirReports": form.map { $0["reports"] == nil } ?? false,
            "hasRows": !listings.isEmpty,
            "keepsForm": !listings.isEmpty,
            "path": list.path,
            "moreAddress": isSearch ? nil : listings.lastOfFullPage().map { "\(more)\($0.product.id.rawValue)" },
            "listedReports": listings.contains { $0.openReportCount > 0 } ? parts.texts[.decideTheirReports] : nil,
        ]
    }

    // MARK: Sellers

    func show(_ id: Vendor.ID, _ call: OperatorPages.Call) async throws -> Response {
        let block = try await store.blockVersion(of: id, for: call.proof)
        let vendor = try await store.current(id)
        let listings = try await moderate.listings(
            .seller(id),
            after: call.request.queryFields.id("after"),
            for: call.proof
        )
        let reports = try await moderate.reports(about: .vendor(id), for: call.proof)
        let related = try await store.relatedSellers(of: id, for: call.proof)
        let count = try await store.openReportCount(about: .vendor(id), withListings: true, for: call.proof)
        let log = try await moderate.log(before: before(call), about: .vendor(id), for: call.proof)
        // Each of the three forms is shown again with what was typed in it, and in no other.
        let isRenaming = call.form?["do"] == "rename"
        let isAboutSeveral = !isRenaming && call.form?["back"] != nil
        let blocking = isRenaming || isAboutSeveral ? nil : call.form
        let renaming = isRenaming ? call.form : nil
        let (title, back) = (vendor.name, OperatorAddress.listings)
        return try await operators.page(call, "operator-listings", titled: title, back: back) { parts in
            let texts = parts.texts
            let path = OperatorAddress.seller(id)
            // All guests share one seller.
            let isGuest = vendor.id == Vendor.guestID
            let canBlock = !isGuest || vendor.isBlocked
            let data: [String: Any?] = [
                "keepsForm": canBlock || !listings.isEmpty,
                "seller": true,
                "facts": parts.facts(of: vendor, related, reports),
                "canBlock": canBlock,
                "blockTitle": texts[vendor.isBlocked ? .unblock : .block],
                "blockAdvice": texts[vendor.isBlocked ? .unblockAdvice : .blockAdvice],
                "seen": block,
                "blockAction": vendor.isBlocked ? "unblock" : "block",
                "canEnd": !vendor.isBlocked,
                "reasonText": blocking?["reason"] ?? "",
                "leavesReports": blocking.map { $0["reports"] == nil } ?? false,
                "openReports": count > 0 ? texts[.upholdReports(count)] : nil,
                "blockDays": [1, 3, 7, 30, 90].map { count -> Templates.Context in
                    ["count": count, "label": texts[.days(count)], "isChosen": blocking?["days"] == String(count)]
                },
                "canRename": !isGuest,
                "newName": renaming?["name"] ?? vendor.name,
                "renameReason": renaming?["reason"] ?? "",
                "nameMaximum": ListingRules.vendorNameLength.upperBound,
                "hasEntries": !log.isEmpty,
                "entries": parts.entries(log),
                "moreEntries": log.lastOfFullPage().map { "\(path)?before=\($0.id)#log" },
            ]
            return Self.data(listings, in: .seller(id), sent: isAboutSeveral ? call.form : nil, parts)
                .merging(data) { $1 }
        }
    }

    // MARK: A listing

    func show(_ id: Product.ID, _ call: OperatorPages.Call) async throws -> Response {
        let own = try await moderate.listing(id, for: call.proof)
        let last: Report.ID? = call.request.queryFields.id("reports")
        let reports = try await moderate.reports(about: .product(id), before: last, for: call.proof)
        let count = try await store.openReportCount(about: .product(id), withListings: true, for: call.proof)
        let blocked = try await store.blockedContacts(of: own, for: call.proof)
        let blockable = try await moderate.blockableContacts(of: own, for: call.proof)
        let log = try await moderate.log(before: before(call), about: .product(id), for: call.proof)
        let product = own.product
        let (title, back) = (product.listing.name, OperatorAddress.listings)
        return try await operators.page(call, "operator-listing", titled: title, back: back) { parts in
            let texts = parts.texts
            let path = OperatorAddress.listing(id)
            let chosen = call.form?.all("contacts")
            let contacts = blockable.enumerated().map { index, contact -> Templates.Context in
                [
                    "number": index, "key": contact.key.rawValue, "text": contact.key.text,
                    "isOfOthers": contact.isOfOthers,
                    "isChosen": chosen?.contains(contact.key.rawValue) ?? !contact.isOfOthers,
                ]
            }
            let isOperator = call.proof.role == .operator
            return [
                "choice": ChosenListing(product, hold: own.hold, lock: own.lock).description,
                "path": path,
                "keepsForm": true,
                "hold": parts.held(product, own.hold),
                "holdReason": own.hold?.reason,
                "answer": own.hold?.answer,
                "holdChanged": parts.changed(own.hold),
                "changes": parts.changes(own.hold),
                "locked": own.lock == nil ? nil : texts[.isLocked],
                // Nobody else sees the others.
                "saysLock": own.lock == nil && product.state.isPublic,
                "lockReason": own.lock?.reason,
                "evidence": parts.evidence(of: own, and: parts.facts(of: product, blocked)),
                "hasContacts": !contacts.isEmpty,
                "contacts": contacts,
                "openReports": count > 0 ? texts[.decideReports(count)] : nil,
                "waits": own.hold?.kind == .waiting,
                "canApprove": blocked.isEmpty && !product.vendor.isBlocked,
                "mustUnblock": blocked.isEmpty ? nil : texts.sentence(for: .contactBlocked),
                "hidesFirst": own.hold.map { $0.kind == .reports } ?? true,
                "canHide": own.hold?.kind != .removed && own.hold?.kind != .waiting,
                "canGiveBack": own.hold.map { $0.kind != .waiting } ?? false && !product.vendor.isBlocked,
                "giveBackHint": own.hold?.kind == .reports ? texts[.letThroughHint] : nil,
                "passwordAddress": isOperator ? OperatorAddress.newPassword(id) : nil,
                "eraseAddress": isOperator ? OperatorAddress.erase(id) : nil,
                "hasReports": !reports.isEmpty,
                "rows": reports.map { parts.row($0, about: own, of: product.vendor) },
                "hasEntries": !log.isEmpty,
                "entries": parts.entries(log),
                "moreEntries": log.lastOfFullPage().map { "\(path)?before=\($0.id)#log" },
                "moreReports": reports.lastOfFullPage().map { "\(path)?reports=\($0.id.rawValue)#reports" },
            ]
        }
    }

    /// Asks a second time before a listing is erased, for an operator who has signed in within the hour. What was typed is shown
    /// again whenever they have signed in.
    @Sendable func askToErase(_ call: OperatorPages.Call) async throws -> Response {
        let id = try call.request.context.productID()
        let proof = try call.form == nil ? operators.recentOperator(call).proof : operators.operatorProof(call)
        let own = try await moderate.listing(id, for: proof)
        let others = try await moderate.listings(sharingImagesOf: own.product, for: proof)
        let count = try await store.openReportCount(about: .product(id), withListings: true, for: proof)
        let (title, back) = (call.texts[.eraseTitle], OperatorAddress.listing(id))
        return try await operators.page(call, "operator-erase", titled: title, back: back) { parts in
            [
                "rows": [parts.row(own)],
                "id": id.rawValue,
                "openReports": count > 0 ? parts.texts[.upholdReports(count)] : nil,
                "hasOthers": !others.isEmpty,
                "others": others.map { other in
                    ["address": OperatorAddress.listing(other), "name": parts.texts[.listing(other.rawValue)]]
                        as Templates.Context
                },
                "path": OperatorAddress.erase(id),
                "keepsForm": true,
                "listing": back,
            ]
        }
    }
}

extension OperatorViewData {
    fileprivate func facts(
        of vendor: Vendor,
        _ related: [RelatedSeller],
        _ reports: [Report]
    ) -> [Templates.Context] {
        let facts = [
            fact(.number, String(vendor.id.rawValue), leadingTo: "/sellers/\(vendor.id.rawValue)"),
            fact(.state, state(of: vendor)),
            fact(.listed, site.day(vendor.createdAt)),
        ]
        let others = related.map { other in
            let state = other.vendor.isBlocked ? " · \(state(of: other.vendor))" : ""
            let address = OperatorAddress.seller(other.vendor.id)
            return fact(texts.same(other.links), other.vendor.name + state, leadingTo: address)
        }
        let reported = reports.map { report in
            let name = "\(texts[.report(report.id.rawValue)]) · \(site.day(report.createdAt))"
            return fact(.reported, name, leadingTo: OperatorAddress.report(report.id))
        }
        return facts + others + reported
    }

    private func state(of vendor: Vendor) -> String {
        guard vendor.isBlocked else { return texts[.isNotBlocked] }
        return vendor.blockEndsAt.map { texts[.blocked(until: site.day($0))] } ?? texts[.isBlocked]
    }

    /// - Parameter contacts: the blocked contacts that the listing names.
    fileprivate func facts(of product: Product, _ contacts: [ContactKey]) -> [Templates.Context] {
        var facts = [
            fact(.state, products.state(product.state.kind)),
            fact(.seller, product.vendor.name, leadingTo: OperatorAddress.seller(product.vendor.id)),
            fact(.listed, site.day(product.registeredAt)),
        ]
        facts += contacts.map { fact(.blockedContact, $0.text, leadingTo: OperatorAddress.contacts) }
        if product.state.isPublic {
            facts.append(fact(.publicPage, product.listing.name, leadingTo: "/products/\(product.id.rawValue)"))
        }
        return facts
    }
}
