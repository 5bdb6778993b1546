import MarketCore
import MarketModels
import MarketTexts

/// The desk: the user's own listings, made from this browser, with buttons for what can be done with them.
struct MinePage: WebPage {
    /// The products in a tab.
    let content: OwnProducts
    /// Products of other sellers whose passwords were entered here.
    var others: [OwnProduct] = []
    /// The browsers with rights for the same listings.
    var browsers: [SellerBrowser] = []
    var thisBrowser: BrowserDigest?
    /// Whether there is anything to end but this browser, and this one may end it.
    var canEndOthers = false
    /// What ending browsers does, or what it takes before all others can be ended.
    var browsersAdvice: [InterfaceString] = []
    /// That the operator has blocked the seller; nil if they aren't blocked.
    var block: SellerBlock?
    /// The name that an operator has given the seller lately, and why; nil if none has.
    var newName: (name: String, reason: String)?
    /// The seller's name, if this browser has just accepted an invitation.
    var joinedName: String?
    /// The state of the tab; nil for the tab of all products.
    var state: OwnProduct.State?
    /// The page number, from 1.
    var page = 1
    /// What became of the last action.
    var outcomes: [DeskOutcome] = []
    /// Whether the last action was one for several products, and none was selected.
    var isNothingChosen = false
    let rules: LifecycleRules
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        let list = ListAddress(list: .mine(state), query: ListQuery(page: page))
        let rows = DeskRowViewData(site: site, rules: rules, now: now, back: list.path, list: list)
        let states = Set(content.products.map(\.summary.state.kind))
        let (tabs, several) = (tabs(site), several(rows))
        let data: [String: Any?] = [
            "block": block.map { site.texts.sentence(for: $0, in: site.calendar) },
            "blockReason": block?.reason,
            "canSell": site.canSell && block == nil,
            "nothingChosen": isNothingChosen ? site.operatorTexts[.nothingChosen] : nil,
            "joined": block == nil ? joinedName.map { site.texts[.sellsNow(as: $0)] } : nil,
            "newName": newName.map { site.texts[.renamed(to: $0.name)] },
            "newNameReason": newName.flatMap { $0.reason.isEmpty ? nil : $0.reason },
            "hasAny": content.totalCount > 0,
            "isEmpty": content.totalCount == 0 && others.isEmpty,
            "hasOthers": !others.isEmpty,
            "others": ["rows": rows.rows(others, isPickable: false)],
            "othersTitle": site.texts[content.totalCount > 0 ? .heldHere : .myListings],
            "hasBrowsers": !browsers.isEmpty,
            "browsersAdvice": browsersAdvice.map { site.texts[$0] }.joined(separator: " "),
            "canEndOthers": canEndOthers,
            "browsers": browsers.map { browser -> Templates.Context in
                let name = site.texts[.browser(browser.name.application, on: browser.name.system)]
                let isThis = browser.digest == thisBrowser
                return [
                    "id": browser.digest.rawValue, "name": name, "isThis": isThis,
                    "time": browser.createdAt.attribute,
                    "since": site.since(browser.createdAt),
                    "end": site.texts[isThis ? .forgetThisBrowser : .forgetBrowser],
                    "endLabel": isThis ? site.texts[.forgetThisBrowser] : site.texts[.forget(name)],
                ]
            },
            "hasProducts": !content.products.isEmpty,
            "hasTabs": !tabs.isEmpty,
            "tabs": tabs,
            "rows": rows.rows(content.products, isPickable: true),
            // One alone has buttons of its own. Where nothing can be done with several, as with listings that wait, none is selected.
            "hasSeveral": content.products.count > 1 && !several.isEmpty,
            "several": several.map { action in
                // What all of them have in common is named as in their rows.
                let label = DeskRowViewData.label(of: action, in: states.count == 1 ? states.first : nil)
                return ["value": action.rawValue, "label": site.texts[label]] as Templates.Context
            },
            "ids": content.products.map { String($0.summary.id.rawValue) }.joined(separator: ","),
            "chooseAll": site.texts[.chooseAll(content.products.count)],
            "deskBack": list.path,
            "moreAddress": content.hasNextPage ? DeskAddress.page(state, page + 1) : nil,
            "startAddress": page > 1 ? DeskAddress.page(state) : nil,
            "newAddress": list.leadingBack(from: "/products/new"),
        ]
        let outcome = DeskOutcomeViewData(site: site, back: list.path).data(outcomes)
        let frame = PageLayout(kind: .message, title: site.texts[.myListings])
        return frame.html("mine", site, data.merging(outcome) { own, _ in own })
    }

    private func tabs(_ site: SiteContext) -> [Templates.Context] {
        let states = OwnProduct.State.allCases.filter { content.counts[$0, default: 0] > 0 || $0 == state }
        // One state is all there is.
        guard states.count > 1 || state != nil else { return [] }
        let all = tab(nil, site.texts[.everyState], content.totalCount)
        return [all] + states.map { tab($0, name(of: $0, site), content.counts[$0, default: 0]) }
    }

    private func name(of state: OwnProduct.State, _ site: SiteContext) -> String {
        switch state {
        case .waiting: site.operatorTexts[.waiting]
        case .held: site.texts[.onHold]
        default: site.productTexts.state(state.kind)
        }
    }

    private func tab(_ state: OwnProduct.State?, _ name: String, _ count: Int) -> Templates.Context {
        [
            "address": DeskAddress.page(state), "name": name, "count": ProductTexts.grouped(count),
            "isCurrent": state == self.state,
        ]
    }

    /// The actions for several products at once, as far as any product of this page can need them.
    private func several(_ rows: DeskRowViewData) -> [DeskAction] {
        DeskAction.allCases.filter { action in
            content.products.contains { product in
                switch (action, product.state) {
                case (.reserve, .open), (.reserve, .reserved), (.sell, .open), (.sell, .reserved), (.sell, .expired),
                    (.open, .reserved), (.open, .sold), (.open, .hidden), (.hide, .open), (.hide, .reserved),
                    (.hide, .sold), (.renew, .expired):
                    true
                case (.bump, _): rows.canBump(product)
                case (.renew, .open), (.renew, .reserved), (.renew, .hidden): rules.lifetimeDays != nil
                default: false
                }
            }
        }
    }
}
