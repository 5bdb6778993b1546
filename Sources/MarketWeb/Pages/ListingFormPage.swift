public import MarketModels
internal import MarketTexts

/// The form of a new listing.
public struct ListingFormPage: WebPage {
    public let values: FormValues
    /// Pictures of a form that was refused.
    public let kept: [KeptPicture]
    public let problems: [FormProblem]
    /// Sent along, so that one tap makes one listing.
    public let key: String
    /// The list that the form was opened from.
    public let from: ListAddress
    /// The product that an earlier form with the same key has listed.
    public let listed: Product.ID?

    public init(
        values: FormValues = FormValues(),
        kept: [KeptPicture] = [],
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

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let own: [String: Any?] = [
            "isNew": true, "kind": "new", "action": "/products", "key": key, "submit": texts[.submitListing],
            "from": from.parameter,
            "listed": listed?.rawValue,
        ]
        let form = FormFacts(values: values, kept: kept, problems: problems)
        let frame = Frame(kind: .form, title: texts[.newListing], back: from.path)
        return frame.html("form", site, form.facts(site).merging(own) { _, own in own })
    }
}
