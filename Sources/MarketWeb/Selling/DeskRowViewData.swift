import MarketModels
import MarketTexts

/// The template data of a seller's own product, with the buttons for what can be done with it now.
struct DeskRowViewData {
    let site: SiteContext
    let rules: LifecycleRules
    let now: Timestamp
    /// The page to which the product's pages and its buttons lead back.
    let back: String
    let list: ListAddress

    func rows(_ products: [OwnProduct], isPickable: Bool) -> [Templates.Context] {
        products.enumerated().map { index, product in
            let next = index + 1 < products.count ? products[index + 1].summary.id : nil
            return row(product, next: next, isPickable: isPickable)
        }
    }

    private func row(_ product: OwnProduct, next: Product.ID?, isPickable: Bool) -> Templates.Context {
        let prices = site.productTexts
        let summary = product.summary
        let id = summary.id
        let addresses = site.images.forSeller(id, in: summary.state)
        let data: [String: Any?] = [
            "id": id.rawValue,
            "isPickable": isPickable,
            "address": list.leadingBack(from: "/products/\(id.rawValue)"),
            "editAddress": list.leadingBack(from: "/products/\(id.rawValue)/edit"),
            "copyAddress": ListQuery.address("/products/new", [("copy", String(id.rawValue))]),
            "manageAddress": isPickable ? DeskAddress.manage(id) : nil,
            "name": summary.name,
            "choose": site.texts[.choose(summary.name)],
            "moreLabel": site.texts[.more(for: summary.name)],
            "thumbnail": summary.thumbnail.map(addresses.thumbnail),
            "webThumbnail": summary.thumbnail.map(addresses.webThumbnails),
            "price": prices.salePrice(summary.pricing),
            "badge": product.hold.map {
                site.operatorTexts[product.isChangedAsAsked ? .changedAsAsked : $0.name]
            } ?? prices.state(summary.state.kind),
            "kind": summary.state.kind.rawValue,
            "isQuiet": !summary.state.isForSale,
            "stock": summary.state.isForSale ? prices.stock(summary.stock) : nil,
            "time": time(product.lifecycle),
            "note": product.reservationNote,
            "buttons": Self.actions(in: product.state).map { button($0, summary, next) },
            "others": others(product).map { button($0, summary, next) },
        ]
        return data.filled
    }

    /// Returns the day that matters next: the end of a reservation, or of the lifetime.
    private func time(_ lifecycle: ListingLifecycle) -> String? {
        let (texts, prices) = (site.texts, site.productTexts)
        func day(_ moment: Timestamp?) -> String? {
            moment.flatMap { rules.calendar.day(of: $0) }.map { prices.day($0) }
        }
        switch lifecycle.state {
        case .reserved(let end):
            return rules.calendar.lastDay(before: end).map { texts[.reservedUntil(prices.day($0))] }
        case .sold(let time): return day(time).map { texts[.soldOn($0)] }
        case .expired(let time): return day(time).map { texts[.expiredOn($0)] }
        case .open: return day(lifecycle.expiresAt).map { texts[.expiresOn($0)] }
        // Nothing expires while it is hidden.
        case .hidden: return nil
        }
    }

    /// The actions that are one tap away.
    private static func actions(in state: OwnProduct.State) -> [DeskAction] {
        switch state {
        case .open: [.reserve, .sell]
        case .reserved: [.open, .sell]
        case .sold, .hidden: [.open]
        case .expired: [.sell, .renew]
        // Only an operator shows it again.
        case .waiting, .held: []
        }
    }

    /// The actions in the menu.
    private func others(_ product: OwnProduct) -> [DeskAction] {
        let state = product.summary.state
        var actions: [DeskAction] = []
        if state.kind == .reserved { actions.append(.reserve) }
        if canBump(product) { actions.append(.bump) }
        if rules.lifetimeDays != nil, [.open, .reserved, .hidden].contains(state.kind) { actions.append(.renew) }
        if [.open, .reserved, .sold].contains(state.kind) { actions.append(.hide) }
        return actions
    }

    /// Whether a product can be moved to the top now.
    func canBump(_ product: OwnProduct) -> Bool {
        (try? product.lifecycle.bumped(at: now, registeredAt: product.summary.registeredAt, by: rules)) != nil
    }

    private func button(_ action: DeskAction, _ summary: ProductSummary, _ next: Product.ID?) -> Templates.Context {
        let (id, state) = (summary.id, summary.state.kind)
        let label = site.texts[Self.label(of: action, in: state)]
        let data: [String: Any?] = [
            "value": "\(action.rawValue)-\(id.rawValue)" + (next.map { "-\($0.rawValue)" } ?? ""),
            "label": label,
            // From button to button, nothing else says which product it is.
            "fullLabel": site.texts[.about(summary.name, label)],
            "isMain": action == .renew || (action == .sell && state != .expired) || state == .hidden,
            // The day and the note of a reservation are asked for first.
            "reserveAddress": action == .reserve ? DeskAddress.reserve([id], back: back) : nil,
        ]
        return data.filled
    }

    static func label(of action: DeskAction, in state: ListingState.Kind? = nil) -> InterfaceString {
        switch (action, state) {
        case (.reserve, .reserved): .changeReservation
        case (.reserve, _): .reserve
        case (.sell, _): .markSold
        case (.open, .hidden): .showAgain
        case (.open, _): .openAgain
        case (.hide, _): .hide
        case (.renew, _): .renew
        case (.bump, _): .bump
        case (.endLink, _): .endLink
        }
    }
}
