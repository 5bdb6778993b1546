import MarketModels
import MarketTexts

/// The page with the form for a new listing.
struct ListingFormPage: WebPage {
    var values = TypedListing()
    /// The images of an earlier submission that was rejected.
    var kept: [KeptImage] = []
    var problems: [FormProblem] = []
    /// The idempotency key, so that repeated submissions create one listing.
    let key: String
    /// The product that an earlier submission with the same key created, or nil.
    var listed: Product.ID?
    /// The list from which the form was opened.
    var from: ListAddress = ListAddress()

    func html(_ site: SiteContext) -> String {
        let own: [String: Any?] = [
            "isNew": true, "kind": "new", "action": "/products", "key": key, "submit": site.texts[.submitListing],
            "from": from.parameter, "waits": site.profile.registration == .approved,
            "listed": listed?.rawValue, "keepsListing": true,
        ]
        let form = FormViewData(values: values, kept: kept, problems: problems)
        let frame = PageLayout(kind: .form, title: site.texts[.newListing], back: from.path)
        return frame.html("form", site, form.data(site).merging(own) { _, own in own })
    }
}
