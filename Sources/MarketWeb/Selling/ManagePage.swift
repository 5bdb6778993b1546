import MarketModels
import MarketTexts

/// The page on which a browser that holds the right for a product changes its state.
struct ManagePage: WebPage {
    let product: Product
    /// The seller's private note about the reservation, or nil if there is none.
    let note: String?
    /// Whether there is a link that can renew the listing and mark it as sold.
    var hasLink = false
    /// What became of the last action.
    var outcomes: [DeskOutcome] = []
    /// Why the listing is hidden although the seller didn't hide it; nil if it isn't.
    var hold: ListingHold?
    /// What was typed as an answer to it, and not sent.
    var typedAnswer = ""
    /// Why the seller can't change the listing; nil if they can.
    var lock: ListingLock?
    /// That the operator has blocked the seller; nil if they aren't blocked.
    var block: SellerBlock?
    let rules: LifecycleRules
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        let id = product.id
        let own = OwnProduct(
            ProductSummary(product),
            lifecycle: product.lifecycle,
            reservationNote: note,
            hold: hold?.kind,
            isChangedAsAsked: hold?.isFollowed(by: product) ?? false
        )
        let path = DeskAddress.manage(id)
        // What only its seller sees is nothing for a helper, unless it has just expired.
        let canMakeLink = product.state != .hidden && !product.lifecycle.actionsOfLink(at: now, by: rules).isEmpty
        // Nothing was decided that could be answered.
        let canAnswer = hold.map { $0.kind != .waiting && $0.answer == nil } ?? false
        let rows = DeskRowViewData(site: site, rules: rules, now: now, back: path, list: ListAddress())
        let data: [String: Any?] = [
            "rows": rows.rows([own], isPickable: false),
            "id": id.rawValue,
            "deskBack": path,
            // The hold of a block says the same.
            "block": hold?.kind == .blocked ? nil : block.map { site.texts.sentence(for: $0, in: site.calendar) },
            "blockReason": block?.reason,
            "hold": hold.map { site.texts.sentence(for: $0, of: product, in: site.calendar) },
            "canAnswer": canAnswer,
            "keepsForm": canAnswer,
            "typedAnswer": typedAnswer,
            "holdReason": hold?.reason,
            "answer": hold?.answer,
            "locked": lock == nil ? nil : site.texts[.lockedByOperator],
            "lockReason": lock?.reason,
            "answerMaximum": ReportField.text.maximumLength,
            "offersLink": hasLink || canMakeLink,
            "canMakeLink": canMakeLink,
            "hasLink": hasLink,
            "linkAdvice": site.texts[rules.lifetimeDays == nil ? .sellerLinkSells : .sellerLinkSellsAndRenews],
            "newLink": site.texts[hasLink ? .makeNewLink : .makeLink],
            "newLinkAddress": "/products/\(id.rawValue)/link",
            "endLink": "\(DeskAction.endLink.rawValue)-\(id.rawValue)",
        ]
        let outcome = DeskOutcomeViewData(site: site, back: path).data(outcomes)
        let frame = PageLayout(kind: .message, title: site.texts[.manage], back: "/products/\(id.rawValue)")
        return frame.html("manage", site, data.merging(outcome) { own, _ in own })
    }
}
