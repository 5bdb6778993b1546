/// The places of the API, as patterns: `{…}` stands for one segment.
///
/// Registration takes its paths from here, and ``MarketRoute`` is what a concrete path is made from.
public enum RoutePattern: String, CaseIterable, Sendable {
    case healthChecker = "/healthChecker"
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
        case file
    }
}
