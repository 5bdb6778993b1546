import MarketModels
import MarketTexts

/// The page that asks a second time before a listing gets a new password, and shows that once.
struct OperatorNewPasswordPage: WebPage {
    let context: OperatorContext
    let own: SellerProduct
    /// What is asked, or was done.
    let content: Content

    enum Content: Hashable, Sendable {
        /// The form, with the key that it sends.
        case form(key: String)
        /// The new password.
        case password(String)
    }

    func html(_ site: SiteContext) -> String {
        let parts = OperatorViewData(site: site, now: context.now)
        let id = own.product.id
        var title = OperatorString.newPasswordTitle
        var data: [String: Any?] = [
            "rows": [parts.row(ModeratedListing(own.product, hold: own.hold, openReportCount: 0), isPickable: false)],
            "id": id.rawValue, "path": OperatorAddress.newPassword(id), "listing": OperatorAddress.listing(id),
        ]
        switch content {
        case .form(let key):
            data["key"] = key
            data["keepsForm"] = true
        case .password(let password):
            title = .newPasswordMade
            data["password"] = password
        }
        return OperatorLayout(context: context, title: site.operatorTexts[title], back: OperatorAddress.listing(id))
            .html(
                "operator-password",
                site,
                data
            )
    }
}
