import MarketModels
import MarketTexts

/// The page of a link that can renew a listing and mark it as sold. Previews of links load it too, so only its buttons
/// act.
struct SellerLinkPage: WebPage {
    let product: Product
    let token: String
    /// What the link can do now.
    let actions: [SellerAuthority.Action]
    /// Why the last action failed; nil if none has.
    var problem: LifecycleProblem?

    func html(_ site: SiteContext) -> String {
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
        return PageLayout(kind: .message, title: site.texts[.sellerLinkQuestion])
            .html("seller-link", site, header.merging(own) { _, own in own })
    }
}
