import MarketModels
import MarketTexts

/// The data of the market, the browser and the request that every page needs.
struct SiteContext: Sendable {
    enum View: String, CaseIterable, Sendable {
        case list, grid
    }

    /// The colors of pages.
    enum Theme: String, CaseIterable, Sendable {
        /// Those that the device is set to.
        case system
        case light, dark
    }

    var language: Language
    var theme: Theme = .system
    /// The layout of lists.
    var view: View = .list
    /// The scheme, host and port without a trailing slash, for absolute links: `https://market.example`.
    var origin: String
    /// The calendar of the market, whose days pages show.
    var calendar: MarketCalendar
    /// The addresses of images.
    var images = ImageAddresses()
    /// The path and query of this page, including the leading slash, to which changing the layout or the language
    /// returns.
    var path: String
    /// Whether the page is the answer to a form. It is shown once: another language would need another request, which would
    /// lose what the page shows and what was typed.
    var isShownOnce = false
    /// The CSRF token of the page's forms; nil on pages that are the same for all users.
    var csrf: String?
    /// The currencies of new listings, in the order of the forms.
    var currencies: [Currency] = Currency.usual
    /// The categories of the market.
    var categories: CategoryTree = .empty
    /// What makes the market its operator's own.
    var profile: MarketProfile = .empty
    /// The places that the form suggests.
    var places: [String] = []
    /// The vendor of this browser; nil if unknown or not to be shown.
    var vendor: Vendor.ID? = nil

    /// Whether the browser has only cookies of an older version, which aren't read any more: the page says how listings come
    /// back.
    var hasLostListings = false
    /// Whether pages contain their style sheet instead of a link to it, for browsers that don't have it yet: a round
    /// trip less before something is shown.
    var containsStyle = false

    /// Whether only sellers who are known can list.
    var isClosed: Bool { profile.registration == .closed }
    /// Whether pages lead to the form of a new listing.
    var canSell: Bool { !isClosed || vendor != nil }

    var texts: InterfaceTexts { InterfaceTexts(language: language) }
    var productTexts: ProductTexts { ProductTexts(language: language) }
    var errorTexts: ErrorTexts { ErrorTexts(language: language) }
    var operatorTexts: OperatorTexts { OperatorTexts(language: language) }
    var profileTexts: ProfileTexts { ProfileTexts(language: language) }

    /// Returns the day of a moment: `2026년 3월 5일`, `March 5, 2026`.
    func day(_ moment: Timestamp) -> String { productTexts.day(moment, in: calendar) }

    /// Returns since when a browser has rights: by the minute, to tell two phones of one kind apart.
    func since(_ moment: Timestamp) -> String { texts[.since(day(moment), time: calendar.time(of: moment))] }

    /// Returns the value of an attribute as people read it, a category with the one that it is in: `Electronics › Cameras`. Nil
    /// for a category that isn't there any more.
    func text(of field: ListingField, _ value: ListingAttributes.Value) -> String? {
        guard field == .category else { return productTexts.text(of: field, value) }
        return categories.category(field.text(value)).map(name(of:))
    }

    /// Returns the name of a category with the one that it is in: `Electronics › Cameras`.
    func name(of category: MarketModels.Category) -> String {
        let path = [categories.parent(of: category), category].compactMap { $0 }
        return path.map(productTexts.category).joined(separator: " › ")
    }
}
