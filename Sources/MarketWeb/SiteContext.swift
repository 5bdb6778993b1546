public import MarketModels
public import MarketTexts

/// What a page needs to know about the market, the browser that asks and the address that was asked for.
public struct SiteContext: Sendable {
    public enum View: String, CaseIterable, Sendable {
        case list, grid
    }

    public var language: Language
    /// How lists are shown.
    public var view: View
    /// The segment of asset addresses that changes with every asset.
    public var assetVersion: String
    /// Scheme, host and port, without a slash at the end: `https://market.example`. For links that leave the site.
    public var origin: String
    /// Path and query of this page, from the leading slash: where changing the view or the language leads back to.
    public var path: String
    /// Goes into every form of the page; nil on pages that are the same for everybody.
    public var csrf: String?
    /// What can be listed in, in the order in which forms offer it.
    public var currencies: [Currency]
    /// Who lists from this browser; nil when that is not known or must not show.
    public var vendor: Vendor.ID?

    public init(
        language: Language,
        view: View = .list,
        assetVersion: String = Assets.version,
        origin: String,
        path: String,
        csrf: String? = nil,
        currencies: [Currency] = Currency.allCases,
        vendor: Vendor.ID? = nil
    ) {
        self.language = language
        self.view = view
        self.assetVersion = assetVersion
        self.origin = origin
        self.path = path
        self.csrf = csrf
        self.currencies = currencies
        self.vendor = vendor
    }
}
