import MarketModels
import MarketTexts

/// The page with the form for a new listing.
struct ListingFormPage: WebPage {
    let values: TypedListing
    /// The images of an earlier submission that was rejected.
    let kept: [KeptImage]
    let problems: [FormProblem]
    /// The idempotency key, so that repeated submissions create one listing.
    let key: String
    /// The list from which the form was opened.
    let from: ListAddress
    /// The product that an earlier submission with the same key created, or nil.
    let listed: Product.ID?

    init(
        values: TypedListing = TypedListing(),
        kept: [KeptImage] = [],
        problems: [FormProblem] = [],
        key: String,
        listed: Product.ID? = nil,
        from: ListAddress = ListAddress()
    ) {
        self.values = values
        self.kept = kept
        self.problems = problems
        self.key = key
        self.from = from
        self.listed = listed
    }

    func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let own: [String: Any?] = [
            "isNew": true, "kind": "new", "action": "/products", "key": key, "submit": texts[.submitListing],
            "from": from.parameter, "waits": site.profile.registration == .approved,
            "listed": listed?.rawValue,
        ]
        let form = FormViewData(values: values, kept: kept, problems: problems)
        let frame = PageLayout(kind: .form, title: texts[.newListing], back: from.path)
        return frame.html("form", site, form.data(site).merging(own) { _, own in own })
    }
}
