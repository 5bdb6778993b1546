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
    /// The product that an earlier form with the same key has listed.
    public let listed: Product.ID?

    public init(
        values: FormValues = FormValues(),
        kept: [KeptPicture] = [],
        problems: [FormProblem] = [],
        key: String,
        listed: Product.ID? = nil
    ) {
        self.values = values
        self.kept = kept
        self.problems = problems
        self.key = key
        self.listed = listed
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let own: [String: Any?] = [
            "isNew": true, "kind": "new", "action": "/products", "key": key, "submit": texts[.submitListing],
            "listed": listed?.rawValue,
        ]
        let form = FormFacts(values: values, kept: kept, problems: problems)
        let frame = Frame(kind: .form, title: texts[.newListing])
        return frame.html("form", site, form.facts(site).merging(own) { _, own in own })
    }
}
