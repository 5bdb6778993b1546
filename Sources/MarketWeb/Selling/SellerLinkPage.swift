import MarketModels
import MarketTexts

/// The page of a link that can renew a listing and mark it as sold. Previews of links load it too, so only its buttons
/// act.
struct SellerLinkPage: WebPage {
    /// What the link can do now, or has done.
    enum Content: Hashable, Sendable {
        /// The link has ended, or never existed.
        case ended
        /// The listing can be renewed or marked as sold.
        case ready(Product, token: String, actions: [SellerAuthority.Action], problem: LifecycleProblem? = nil)
        case done(DeskOutcome)
    }

    let content: Content

    func html(_ site: SiteContext) -> String {
        switch content {
        case .ended:
            return PageLayout(kind: .message, title: site.texts[.linkEndedTitle])
                .message(site.texts[.sellerLinkEnded], .backToMarket, leadingTo: "/", drawing: "failed", site)
        case .done(let outcome):
            let sentence = DeskOutcomeViewData(site: site, back: "/").sentence(outcome)
            let address = "/products/\(outcome.id.rawValue)"
            return PageLayout(kind: .message, title: site.texts[.sellerLink])
                .message(sentence, .showListing, leadingTo: address, drawing: "done", site)
        case .ready(let product, let token, let actions, let problem):
            let end = product.state.isForSale ? product.lifecycle.expiresAt : nil
            let day = end.flatMap { site.calendar.day(of: $0) }
            let own: [String: Any?] = [
                "token": token,
                "time": day.map { site.texts[.expiresOn(site.productTexts.day($0))] },
                "problem": problem.map { site.errorTexts.sentence(for: $0) },
                "canRenew": actions.contains(.renew),
                "canSell": actions.contains(.sell),
            ]
            let header = ProductHeaderViewData.data(product, site, isForSeller: false)
            let data = header.merging(own) { _, own in own }
            return PageLayout(kind: .message, title: site.texts[.sellerLinkQuestion]).html("seller-link", site, data)
        }
    }
}
