/// The places of the API, as patterns: `{…}` stands for one segment.
///
/// Registration takes its paths from here, and ``MarketRoute`` is what a concrete path is made from.
public enum RoutePattern: String, CaseIterable, Sendable {
    case healthChecker = "/healthChecker"
    case health = "/health"
    case metrics = "/metrics"
    /// The OpenAPI document.
    case document = "/openapi.json"
    /// The same, to be read by people.
    case documentation = "/docs"
    case items = "/items/{page}"
    /// The first page.
    case firstItems = "/items"
    /// An app that forgot the slash (API.md, “items”).
    case itemsWithoutSlash = "/items{page}"
    case newItem = "/item"
    case item = "/item/{id}"
    case itemWithoutSlash = "/item{id}"
    case products = "/api/products"
    case product = "/api/products/{id}"
    case secret = "/api/products/{id}/secret"
    case archived = "/api/products/{id}/archived"
    case contact = "/api/products/{id}/contact"
    /// `DELETE` with the product's id beside the token.
    case deletion = "/api/products/{id}/{token}"
    /// What `/archived` answers, put behind `/api/products/` by an app that takes it for a token.
    case archivedDeletion = "/api/products/api/products/{id}"
    case image = "/images/{file}"

    /// The names of the segments that stand for something.
    public enum Parameter: String, Sendable {
        /// A product's id, or in `DELETE /api/products/{id}` a token.
        case id
        case token
        case page
        case file
    }
}
