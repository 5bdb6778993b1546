import MarketCore
import MarketModels
import MarketTexts

/// Listings in every state: the newest, those that wait, those that are hidden by operators and reports, those that a search
/// finds, or those of a seller, who can be blocked here.
struct OperatorListingsPage: WebPage {
    enum Content: Sendable {
        case newest, waiting, held, changed
        case search(String)
        case seller(
            Vendor,
            block: Int,
            related: [RelatedSeller],
            log: [ModerationEntry],
            reports: [Report],
            openReportCount: Int
        )
    }

    let context: OperatorContext
    let content: Content
    let listings: [ModeratedListing]

    /// The forms of the page, each of which is shown again with what was typed in it, and in no other.
    private enum Form { case block, rename, several }

    /// Returns the form that was sent if it was this one.
    private func sent(_ form: Form) -> WebForm? {
        let isOfSeller = if case .seller = content { context.form?["back"] == nil } else { false }
        let sent: Form = context.form?["do"] == "rename" ? .rename : isOfSeller ? .block : .several
        return sent == form ? context.form : nil
    }

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let parts = OperatorViewData(site: site, now: context.now)
        let isSearch = if case .search = content { true } else { false }
        let several = sent(.several)
        let chosen = Set((several?.all("products") ?? []).map { String($0.prefix { $0 != "." }) })
        var data: [String: Any?] = [
            "rows": listings.map { listing -> Templates.Context in
                var row = parts.row(listing)
                row["isChosen"] = chosen.contains(String(listing.product.id.rawValue))
                return row
            },
            "reasonText": sent(.block)?["reason"] ?? "",
            "leavesReports": sent(.block).map { $0["reports"] == nil } ?? false,
            "chosenReason": several?["reason"] ?? "",
            "leavesTheirReports": several.map { $0["reports"] == nil } ?? false,
            "hasRows": !listings.isEmpty,
            "keepsForm": !listings.isEmpty,
            "path": path,
            "moreAddress": isSearch ? nil : listings.lastOfFullPage().map { more(behind: $0.product.id) },
            "listedReports": listings.contains { $0.openReportCount > 0 } ? texts[.decideTheirReports] : nil,
        ]
        var title = texts[.listings]
        var back = OperatorAddress.home
        switch content {
        case .newest, .waiting, .held, .changed, .search:
            let isWaiting = if case .waiting = content { true } else { false }
            let query: String? = if case .search(let text) = content { text } else { nil }
            data["isSearchable"] = true
            data["query"] = query ?? ""
            data["canApprove"] = isWaiting
            data["tabs"] = [
                tab(texts[.newest], .newest), tab(texts[.waiting], .waiting), tab(texts[.hiddenOnly], .held),
                tab(texts[.changedAsAsked], .changed),
            ]
        case .seller(let vendor, let block, let related, let log, let reports, let openReportCount):
            (title, back) = (vendor.name, OperatorAddress.listings)
            var facts = [
                parts.fact(.number, String(vendor.id.rawValue), leadingTo: "/sellers/\(vendor.id.rawValue)"),
                parts.fact(.state, state(of: vendor, site)),
                parts.fact(.listed, site.day(vendor.createdAt)),
            ]
            facts += related.map { other in
                let state = other.vendor.isBlocked ? " · \(state(of: other.vendor, site))" : ""
                return parts.fact(
                    texts.same(other.links),
                    other.vendor.name + state,
                    leadingTo: OperatorAddress.seller(other.vendor.id)
                )
            }
            facts += reports.map { report in
                parts.fact(
                    .reported,
                    "\(texts[.report(report.id.rawValue)]) · \(site.day(report.createdAt))",
                    leadingTo: OperatorAddress.report(report.id)
                )
            }
            data["isPerson"] = true
            data["seller"] = true
            data["facts"] = facts
            // All guests share one seller.
            let canBlock = vendor.id != Vendor.guestID || vendor.isBlocked
            data["canBlock"] = canBlock
            data["keepsForm"] = canBlock || !listings.isEmpty
            data["blockTitle"] = texts[vendor.isBlocked ? .unblock : .block]
            data["blockAdvice"] = texts[vendor.isBlocked ? .unblockAdvice : .blockAdvice]
            data["seen"] = block
            data["blockAction"] = vendor.isBlocked ? "unblock" : "block"
            data["canEnd"] = !vendor.isBlocked
            data["openReports"] = openReportCount > 0 ? texts[.upholdReports(openReportCount)] : nil
            data["canRename"] = vendor.id != Vendor.guestID
            data["newName"] = sent(.rename)?["name"] ?? vendor.name
            data["renameReason"] = sent(.rename)?["reason"] ?? ""
            data["nameMaximum"] = ListingRules.vendorNameLength.upperBound
            data["blockDays"] = [1, 3, 7, 30, 90].map { count -> Templates.Context in
                ["count": count, "label": texts[.days(count)], "isChosen": sent(.block)?["days"] == String(count)]
            }
            data["hasEntries"] = !log.isEmpty
            data["entries"] = parts.entries(log)
            data["moreEntries"] = log.lastOfFullPage().map { "\(path)?before=\($0.id)#log" }
        }
        return OperatorLayout(context: context, title: title, back: back).html("operator-listings", site, data)
    }

    private func state(of vendor: Vendor, _ site: SiteContext) -> String {
        guard vendor.isBlocked else { return site.operatorTexts[.isNotBlocked] }
        let end = vendor.blockEndsAt.map { site.operatorTexts[.blocked(until: site.day($0))] }
        return end ?? site.operatorTexts[.isBlocked]
    }

    private func tab(_ label: String, _ content: Content) -> Templates.Context {
        let address = Self.path(of: content)
        return ["label": label, "address": address, "isCurrent": address == path]
    }

    /// The address of this page, to which its forms lead back.
    private var path: String { Self.path(of: content) }

    private static func path(of content: Content) -> String {
        switch content {
        case .newest: OperatorAddress.listings
        case .waiting: OperatorAddress.waiting
        case .held: "\(OperatorAddress.listings)?hidden=1"
        case .changed: OperatorAddress.changed
        case .search(let text): ListQuery.address(OperatorAddress.listings, [("q", text)])
        case .seller(let vendor, _, _, _, _, _): OperatorAddress.seller(vendor.id)
        }
    }

    private func more(behind id: Product.ID) -> String {
        path + (path.contains("?") ? "&" : "?") + "after=\(id.rawValue)"
    }
}

/// A listing in any state, as its seller sees it, with the forms that hide it and show it again.
struct OperatorListingPage: WebPage {
    let context: OperatorContext
    let own: SellerProduct
    let reports: [Report]
    let openReportCount: Int
    /// The blocked contacts that the listing names.
    let blockedContacts: [ContactKey]
    /// The contacts of the listing that can be blocked, and whether other sellers have them, too.
    let blockableContacts: [(key: ContactKey, isOfOthers: Bool)]
    let log: [ModerationEntry]

    func html(_ site: SiteContext) -> String {
        let parts = OperatorViewData(site: site, now: context.now)
        let product = own.product
        let path = OperatorAddress.listing(product.id)
        var facts = [
            parts.fact(.state, site.productTexts.state(product.state.kind)),
            parts.fact(.seller, product.vendor.name, leadingTo: OperatorAddress.seller(product.vendor.id)),
            parts.fact(.listed, site.day(product.registeredAt)),
        ]
        facts += blockedContacts.map { parts.fact(.blockedContact, $0.text, leadingTo: OperatorAddress.contacts) }
        if product.state.isPublic {
            facts.append(parts.fact(.publicPage, product.listing.name, leadingTo: "/products/\(product.id.rawValue)"))
        }
        let chosen = context.form?.all("contacts")
        let contacts = blockableContacts.enumerated().map { index, contact -> Templates.Context in
            [
                "number": index, "key": contact.key.rawValue, "text": contact.key.text,
                "isOfOthers": contact.isOfOthers,
                "isChosen": chosen?.contains(contact.key.rawValue) ?? !contact.isOfOthers,
            ]
        }
        let layout = OperatorLayout(context: context, title: product.listing.name, back: OperatorAddress.listings)
        return layout.html(
            "operator-listing",
            site,
            [
                "choice": ChosenListing(product, hold: own.hold, lock: own.lock).description,
                "path": path,
                "keepsForm": true,
                "hold": parts.held(product, own.hold),
                "holdReason": own.hold?.reason,
                "answer": own.hold?.answer,
                "holdChanged": parts.changed(own.hold),
                "changes": parts.changes(own.hold),
                "locked": own.lock == nil ? nil : site.operatorTexts[.isLocked],
                // Nobody else sees the others.
                "saysLock": own.lock == nil && product.state.isPublic,
                "lockReason": own.lock?.reason,
                "evidence": parts.evidence(of: own, and: facts),
                "hasContacts": !contacts.isEmpty,
                "contacts": contacts,
                "openReports": openReportCount > 0
                    ? site.operatorTexts[.decideReports(openReportCount)] : nil,
                "waits": own.hold?.kind == .waiting,
                "canApprove": blockedContacts.isEmpty && !product.vendor.isBlocked,
                "mustUnblock": blockedContacts.isEmpty
                    ? nil : site.operatorTexts.sentence(for: .contactBlocked),
                "hidesFirst": own.hold.map { $0.kind == .reports } ?? true,
                "canHide": own.hold?.kind != .removed && own.hold?.kind != .waiting,
                "canGiveBack": own.hold.map { $0.kind != .waiting } ?? false && !product.vendor.isBlocked,
                "giveBackHint": own.hold?.kind == .reports
                    ? site.operatorTexts[.letThroughHint] : nil,
                "passwordAddress": context.role == .operator ? OperatorAddress.newPassword(product.id) : nil,
                "eraseAddress": context.role == .operator ? OperatorAddress.erase(product.id) : nil,
                "hasReports": !reports.isEmpty,
                "rows": reports.map { parts.row($0, about: own, of: product.vendor) },
                "hasEntries": !log.isEmpty,
                "entries": parts.entries(log),
                "moreEntries": log.lastOfFullPage().map { "\(path)?before=\($0.id)#log" },
                "moreReports": reports.lastOfFullPage().map { "\(path)?reports=\($0.id.rawValue)#reports" },
            ]
        )
    }
}

/// The page that asks a second time before a listing is erased for good.
struct OperatorErasePage: WebPage {
    let context: OperatorContext
    let own: SellerProduct
    /// Other listings that show one of its images.
    let others: [Product.ID]
    let openReportCount: Int

    func html(_ site: SiteContext) -> String {
        let parts = OperatorViewData(site: site, now: context.now)
        let id = own.product.id
        let title = site.operatorTexts[.eraseTitle]
        return OperatorLayout(context: context, title: title, back: OperatorAddress.listing(id)).html(
            "operator-erase",
            site,
            [
                "rows": [
                    parts.row(ModeratedListing(own.product, hold: own.hold, openReportCount: 0), isPickable: false)
                ],
                "id": id.rawValue,
                "openReports": openReportCount > 0 ? site.operatorTexts[.upholdReports(openReportCount)] : nil,
                "hasOthers": !others.isEmpty,
                "others": others.map { other in
                    [
                        "address": OperatorAddress.listing(other),
                        "name": site.operatorTexts[.listing(other.rawValue)],
                    ] as Templates.Context
                },
                "path": OperatorAddress.erase(id),
                "keepsForm": true,
                "listing": OperatorAddress.listing(id),
            ]
        )
    }
}
